//! What the panel around attention says, in every language.

pub struct Around {
    /// Its name in the rail, and what stands under it.
    pub stage: &'static str,
    pub shape: fn(usize) -> String,
    pub title: &'static str,
    pub lead: &'static str,
    pub latent: Latent,
    pub cache: Cache,
    pub grouped: Grouped,
    pub linear: Linear,
    pub depth: Depth,
    pub geodesic: Geodesic,
    pub readers: Readers,
}

pub struct Latent {
    /// Largest difference of the scores.
    pub title: fn(&str) -> String,
    pub title_plain: &'static str,
    pub lead: &'static str,
    pub naive: &'static str,
    pub absorbed: &'static str,
    /// Largest difference of the scores, of the outputs.
    pub gaps: fn(&str, &str) -> String,
    /// The widths: latent, rotary part, head.
    pub sizes: fn(usize, usize, usize) -> String,
    pub rotated_title: &'static str,
    pub rotated_exact: &'static str,
    pub rotated_absorbed: &'static str,
    /// Largest difference; how much of the matrix is another one position on.
    pub rotated: fn(&str, &str) -> String,
    pub distance_axis: &'static str,
    pub change_axis: &'static str,
}

pub struct Cache {
    /// Cached numbers, uncompressed numbers, how many times as many.
    pub title: fn(&str, &str, &str) -> String,
    pub lead: &'static str,
    /// Context length, bytes.
    pub length_axis: &'static str,
    pub bytes_axis: &'static str,
    pub names: [&'static str; 4],
    /// A kind of attention, numbers per token and layer, GiB at a length.
    pub legend: fn(&str, &str, &str, &str) -> String,
}

pub struct Grouped {
    /// Query heads, key/value heads, how many times smaller.
    pub title: fn(usize, usize, usize) -> String,
    pub title_multi_head: fn(usize) -> String,
    pub title_multi_query: fn(usize) -> String,
    pub lead: &'static str,
    /// Query head, key/value head.
    pub reads: fn(usize, usize) -> String,
    pub query_heads: &'static str,
    pub kv_heads: &'static str,
    /// Wanted, heads, taken.
    pub no_divisor: fn(u64, usize, usize) -> String,
    pub parameters: &'static str,
    pub cached: &'static str,
    pub layer_cache: fn(usize) -> String,
    /// What it is with a key/value head for each query head.
    pub instead_of: fn(&str) -> String,
    /// Query heads, key/value heads, tokens, GiB, GiB without sharing.
    pub model: fn(usize, usize, &str, &str, &str) -> String,
}

pub struct Linear {
    /// Gap without a mask, with a causal one.
    pub title: fn(&str, &str) -> String,
    pub title_plain: &'static str,
    pub lead: &'static str,
    pub softmax: &'static str,
    pub linear: &'static str,
    /// Largest weight of softmax, of the kernel.
    pub largest: fn(&str, &str) -> String,
    pub locality: &'static str,
}

pub struct Depth {
    /// Gap after one layer, after two.
    pub title: fn(&str, &str) -> String,
    pub title_short: &'static str,
    pub lead: &'static str,
    pub layer_axis: &'static str,
    pub gap_axis: &'static str,
    pub nope: &'static str,
    pub rope: &'static str,
    pub mixed: fn(u64) -> String,
    pub rounding: &'static str,
    pub pattern: &'static str,
    /// Gap after the last layer: NoPE, RoPE, mixed.
    pub ends: fn(&str, &str, &str) -> String,
    pub order: &'static str,
}

pub struct Geodesic {
    pub unsupported: &'static str,
    /// Step, loss, spread.
    pub title: fn(usize, &str, &str) -> String,
    /// With held ends: step, loss, the least it can be.
    pub title_held: fn(usize, &str, &str) -> String,
    pub lead: &'static str,
    pub manifold: &'static str,
    pub flat: &'static str,
    pub sphere: &'static str,
    pub ends: &'static str,
    pub free: &'static str,
    pub held: &'static str,
    pub step: &'static str,
    /// States, what they are at this step.
    pub picture: fn(usize, usize) -> String,
    pub start: &'static str,
    pub now: &'static str,
    pub conclusion: [&'static str; 2],
}

/// The table of readers in the permutation panel.
pub struct Readers {
    pub title: fn(usize, usize) -> String,
    pub title_plain: &'static str,
    pub lead: &'static str,
    pub reader: &'static str,
    pub rows: &'static str,
    pub answer: &'static str,
    pub verdict: &'static str,
    pub name: fn(&str) -> &'static str,
    /// Equivariant and invariant, equivariant, invariant, neither, untested.
    pub verdicts: [&'static str; 5],
}

pub static EN: Around = Around {
    stage: "Around",
    shape: |heads| if heads == 1 { "1 kv head".into() } else { format!("{heads} kv heads") },
    title: "Around attention: fewer keys and values, sums in place of a softmax, more layers: what each keeps of order",
    lead: "None of these is a positional scheme. Each changes what attention stores or how often it is applied, and each decides where a scheme can still enter. All are computed in double precision on your own text.",
    latent: Latent {
        title: |gap| format!("Latent attention scores the same both ways: the largest difference is {gap}"),
        title_plain: "Latent attention scores the same both ways",
        lead: "MLA keeps one short vector c for each token. Naive: make every head’s keys from c, then score. Absorbed: put W_UK into the query once, and score against c itself. Position enters through one small rotated key beside it, shared by all heads.",
        naive: "naive: q·(c W_UK)",
        absorbed: "absorbed: (q W_UKᵀ)·c",
        gaps: |scores, outputs| {
            format!("Largest difference over all heads: {scores} in the scores, {outputs} in the outputs.")
        },
        sizes: |latent, rotary, head| {
            format!(
                "Here c has {latent} numbers, the rotated key {rotary}, a head {head}: DeepSeek-V3’s proportions at this width."
            )
        },
        rotated_title: "If RoPE turned kᶜ as well",
        rotated_exact: "rotated, exact",
        rotated_absorbed: "rotated, W_UK absorbed",
        rotated: |gap, change| {
            format!(
                "Absorbing would now be wrong by up to {gap}. A rotation by the distance stands between q and W_UK, so each distance needs a matrix of its own: one position on, it already differs by {change} of its size."
            )
        },
        distance_axis: "distance r = j − i",
        change_axis: "‖Mᵣ − M₀‖ / ‖M₀‖",
    },
    cache: Cache {
        title: |cached, whole, times| {
            format!(
                "DeepSeek-V3 caches {cached} numbers per token and layer; keys and values of all its heads would be {whole}, {times} times as many"
            )
        },
        lead: "What must be kept for every earlier token, over the length of the context: all 61 layers, bfloat16, and the same widths of a head for all four.",
        length_axis: "context length in tokens",
        bytes_axis: "cache in bytes",
        names: ["MHA, 128 kv heads", "GQA, 8 kv heads", "MLA", "MQA, 1 kv head"],
        legend: |name, numbers, gib, length| {
            format!("{name}: {numbers} per token and layer, {gib} GiB at {length} tokens")
        },
    },
    grouped: Grouped {
        title: |heads, kv, times| {
            format!("{heads} query heads share {kv} key/value heads: the cache is {times} times smaller")
        },
        title_multi_head: |heads| {
            if heads == 1 {
                "One query head reads one key/value head: there is nothing to share".into()
            } else {
                format!("Each of {heads} query heads has its own keys and values: multi-head attention")
            }
        },
        title_multi_query: |heads| {
            format!(
                "All {heads} query heads read one key/value head: multi-query, a cache {heads} times smaller"
            )
        },
        lead: "Query head t reads key/value head ⌊t / group⌋, consecutive heads together. Only W_K, W_V and the cache shrink; the queries stay, and each still has attention weights of its own. Position enters as before: RoPE turns the shared keys once.",
        reads: |t, kv| format!("query head {t} reads key/value head {kv}"),
        query_heads: "query heads",
        kv_heads: "key/value heads",
        no_divisor: |wanted, heads, taken| {
            format!("{wanted} does not divide {heads} heads into equal groups: {taken} is taken.")
        },
        parameters: "parameters of the layer",
        cached: "cached numbers per token",
        layer_cache: |n| {
            if n == 1 {
                "cache of this token, float32".into()
            } else {
                format!("cache of these {n} tokens, float32")
            }
        },
        instead_of: |whole| format!("of {whole}"),
        model: |heads, kv, n, gib, whole| {
            format!(
                "Llama 3 8B: {heads} query heads, {kv} key/value heads. Its cache of {n} tokens takes {gib} GiB in bfloat16; without sharing it would be {whole} GiB."
            )
        },
    },
    linear: Linear {
        title: |full, causal| {
            format!(
                "Linear attention knows no position: reordered tokens move their rows to within {full}; a causal mask changes the rows by {causal}"
            )
        },
        title_plain: "Linear attention knows no position",
        lead: "φ(x) = elu(x) + 1 in place of exp, so keys and values are summed once and read by every query. A sum forgets the order of what went into it. Under a causal mask it is a recurrence, and then each row depends on what came before.",
        softmax: "softmax(q·k / √d)",
        linear: "φ(q)·φ(k), normalised",
        largest: |softmax, linear| {
            format!(
                "Largest weight: {softmax} with the softmax, {linear} with φ, which is much less selective."
            )
        },
        locality: "Neither map is local: without position, softmax prefers no neighbour either.",
    },
    depth: Depth {
        title: |one, two| {
            format!(
                "Without position, one causal layer sees a bag (moving earlier tokens changes the last by {one}); two see order ({two})"
            )
        },
        title_short: "One causal layer sees a bag of earlier tokens: type three different ones to see it",
        lead: "NoPE: nothing but the causal mask. The first layer sums over the multiset of earlier tokens, whatever their order. But each of those now knows what stood before itself, so the second layer’s keys carry order.",
        layer_axis: "layer",
        gap_axis: "Change of the last token’s output, layer by layer",
        nope: "NoPE in all layers",
        rope: "RoPE in all layers",
        mixed: |k| match k {
            0 => "mixed: RoPE in all layers".into(),
            1 => "mixed: RoPE in no layer".into(),
            _ => format!("mixed: NoPE in every {}", ordinal(k)),
        },
        rounding: "rounding of f64",
        pattern: "Mixed layers, from the first",
        ends: |nope, rope, mixed| {
            format!(
                "After the last layer: {nope} without, {rope} with RoPE, {mixed} mixed. Nothing is normalised here, so all outputs grow with depth: what counts is the first step."
            )
        },
        order: "The first token is moved behind the others, the last one stays. Llama 4 and SmolLM3 leave RoPE out of every fourth layer.",
    },
    geodesic: Geodesic {
        unsupported: "A toy. No published model uses this loss, and no source was found for it or for the gains quoted with it; the paper whose name it borrows (arXiv 2606.02248) encodes no positions.",
        title: |step, loss, spread| {
            format!(
                "After {step} steps the path is {loss} long and its states lie within {spread}: the minimum is a single point"
            )
        },
        title_held: |step, loss, least| {
            format!(
                "With both ends held, the path after {step} steps is {loss} long, at best {least}: straight, but no state knows its place on it"
            )
        },
        lead: "The “geometric” loss sums the distances between neighbouring hidden states, L = Σ d(hₜ, hₜ₊₁). Follow its gradient and see what it asks for.",
        manifold: "Space",
        flat: "flat",
        sphere: "unit sphere",
        ends: "Ends",
        free: "free, as written",
        held: "held",
        step: "Step of the descent",
        picture: |states, step| format!("The path of {states} states at the start and after {step} steps"),
        start: "start",
        now: "now",
        conclusion: [
            "L = 0 exactly when all states are equal, and then nothing tells one position from another: the loss erases what a position encoding is to keep.",
            "Every spacing along the shortest way has the same loss: evenly spread or crowded at one end, the gradient is zero.",
        ],
    },
    readers: Readers {
        title: |blind, all| format!("The same reordering, read in {all} ways: {blind} give the same answer"),
        title_plain: "The same reordering, read in other ways",
        lead: "Each reader makes a row for every token and one answer for the text, from the same embeddings and without any positional scheme. Equivariant: the rows move with the tokens. Invariant: the answer stays.",
        reader: "reader",
        rows: "rows",
        answer: "answer",
        verdict: "so it is",
        name: |id| match id {
            "bag_of_words" => "Bag of words",
            "mean_attention" => "Attention, mean-pooled",
            "linear_attention" => "Linear attention, mean-pooled",
            "causal_linear_attention" => "Linear attention, causal",
            "elman_rnn" => "RNN step",
            "diagonal_ssm" => "Diagonal state space",
            _ => "",
        },
        verdicts: [
            "equivariant; answer invariant",
            "equivariant; answer changes",
            "answer invariant; rows change",
            "order-sensitive",
            "nothing to tell: no token moved",
        ],
    },
};

fn ordinal(k: u64) -> String {
    match k {
        2 => "2nd".into(),
        3 => "3rd".into(),
        _ => format!("{k}th"),
    }
}

pub static ZH: Around = Around {
    stage: "近亲",
    shape: |heads| format!("{heads} 个 kv 头"),
    title: "注意力的近亲：少存键和值，用求和代替 softmax，多叠几层：各自还留下多少次序",
    lead: "它们都不是位置编码方案，改变的是注意力存什么、用几层；也因此决定了位置还能从哪里进来。全部用您的文本以双精度算出。",
    latent: Latent {
        title: |gap| format!("潜在注意力两种算法得分相同：最大差 {gap}"),
        title_plain: "潜在注意力两种算法得分相同",
        lead: "MLA 为每个词元只存一个短向量 c。直接算法：先由 c 造出每个头的键，再打分。吸收算法：把 W_UK 一次并入查询，直接与 c 打分。位置走另一条路：旁边一个很小的、旋转过的键，各头共用。",
        naive: "直接：q·(c W_UK)",
        absorbed: "吸收：(q W_UKᵀ)·c",
        gaps: |scores, outputs| format!("所有头里的最大差：分数 {scores}，输出 {outputs}。"),
        sizes: |latent, rotary, head| {
            format!(
                "这里 c 有 {latent} 个数，旋转的键 {rotary} 个，一个头 {head} 维：按 DeepSeek-V3 的比例缩到当前宽度。"
            )
        },
        rotated_title: "如果连 kᶜ 也用 RoPE 旋转",
        rotated_exact: "旋转后，精确值",
        rotated_absorbed: "旋转后，仍吸收 W_UK",
        rotated: |gap, change| {
            format!(
                "这时吸收就算错了，最多差 {gap}。q 与 W_UK 之间隔着一个随距离而变的旋转，每个距离都得有自己的矩阵：只差一个位置，矩阵就已变动了自身大小的 {change}。"
            )
        },
        distance_axis: "距离 r = j − i",
        change_axis: "‖Mᵣ − M₀‖ / ‖M₀‖",
    },
    cache: Cache {
        title: |cached, whole, times| {
            format!(
                "DeepSeek-V3 每层每个词元缓存 {cached} 个数；若存下所有头的键和值，要 {whole} 个，是它的 {times} 倍"
            )
        },
        lead: "前面每个词元都要留下的东西，随上下文长度增长：按 61 层、bfloat16 计，四种做法的头宽相同。",
        length_axis: "上下文长度（词元）",
        bytes_axis: "缓存（字节）",
        names: ["MHA，128 个 kv 头", "GQA，8 个 kv 头", "MLA", "MQA，1 个 kv 头"],
        legend: |name, numbers, gib, length| {
            format!("{name}：每层每个词元 {numbers} 个数，{length} 个词元时 {gib} GiB")
        },
    },
    grouped: Grouped {
        title: |heads, kv, times| format!("{heads} 个查询头共用 {kv} 个键值头：缓存缩小到 1/{times}"),
        title_multi_head: |heads| {
            if heads == 1 {
                "只有一个查询头、一个键值头：没有可以共用的".into()
            } else {
                format!("{heads} 个查询头各有自己的键和值：多头注意力")
            }
        },
        title_multi_query: |heads| {
            format!("{heads} 个查询头都读同一个键值头：多查询注意力，缓存缩小到 1/{heads}")
        },
        lead: "第 t 个查询头读第 ⌊t / 组的大小⌋ 个键值头，相邻的头归为一组。变小的只有 W_K、W_V 和缓存；查询不变，每个查询头仍有自己的权重。位置照旧进入：RoPE 把共用的键旋转一次。",
        reads: |t, kv| format!("查询头 {t} 读键值头 {kv}"),
        query_heads: "查询头",
        kv_heads: "键值头",
        no_divisor: |wanted, heads, taken| {
            format!("{heads} 个头不能均分给 {wanted} 个键值头，这里取 {taken}。")
        },
        parameters: "这一层的参数",
        cached: "每个词元缓存的数",
        layer_cache: |n| format!("这 {n} 个词元的缓存（float32）"),
        instead_of: |whole| format!("原为 {whole}"),
        model: |heads, kv, n, gib, whole| {
            format!(
                "Llama 3 8B：{heads} 个查询头，{kv} 个键值头。{n} 个词元的缓存在 bfloat16 下占 {gib} GiB；不共用的话要 {whole} GiB。"
            )
        },
    },
    linear: Linear {
        title: |full, causal| {
            format!(
                "线性注意力不含位置：词元换位，输出的行只跟着换位（差 {full}）；加上因果掩码，行就变了（差 {causal}）"
            )
        },
        title_plain: "线性注意力不含位置",
        lead: "用 φ(x) = elu(x) + 1 代替 exp，键和值只需求和一次，供所有查询读取。和不记得各项的先后。在因果掩码下它就是一个递推，每一行取决于它前面有什么。",
        softmax: "softmax(q·k / √d)",
        linear: "φ(q)·φ(k)，归一化",
        largest: |softmax, linear| {
            format!("最大的权重：softmax 是 {softmax}，φ 是 {linear}，挑选的力度小得多。")
        },
        locality: "两张图都没有“就近”：不加位置，softmax 也不偏爱邻居。",
    },
    depth: Depth {
        title: |one, two| {
            format!(
                "没有位置时，一层因果注意力只看见一袋词元（前面换序，末尾只变 {one}），两层就看见次序（变 {two}）"
            )
        },
        title_short: "一层因果注意力只看见前面的一袋词元：输入三个不同的词元就能看到",
        lead: "NoPE：除了因果掩码什么都没有。第一层是对前面词元的多重集求和，与先后无关。但前面每个词元这时已知道自己之前有什么，所以第二层的键就带上了次序。",
        layer_axis: "层",
        gap_axis: "末尾词元的输出变了多少（逐层）",
        nope: "各层都不加位置（NoPE）",
        rope: "各层都用 RoPE",
        mixed: |k| match k {
            0 => "混合：各层都用 RoPE".into(),
            1 => "混合：各层都不用 RoPE".into(),
            _ => format!("混合：每第 {k} 层不用 RoPE"),
        },
        rounding: "f64 的舍入误差",
        pattern: "混合时的各层，从第一层起",
        ends: |nope, rope, mixed| {
            format!(
                "最后一层之后：不加位置 {nope}，用 RoPE {rope}，混合 {mixed}。这里没有归一化，输出都随层数变大，要看的是第一步。"
            )
        },
        order: "把第一个词元移到其他词元之后，末尾的词元不动。Llama 4 与 SmolLM3 每四层有一层不用 RoPE。",
    },
    geodesic: Geodesic {
        unsupported: "玩具示例。没有任何已发表的模型使用这个损失，损失本身和据称的提升都找不到出处；它借用名字的那篇论文（arXiv 2606.02248）并不编码位置。",
        title: |step, loss, spread| {
            format!("走 {step} 步之后，路径长 {loss}，各状态相距不超过 {spread}：最小值是同一个点")
        },
        title_held: |step, loss, least| {
            format!(
                "固定两端，走 {step} 步之后路径长 {loss}，最短 {least}：路是直了，但没有一个状态知道自己在路上的哪里"
            )
        },
        lead: "所谓“几何”损失，是相邻隐状态的距离之和 L = Σ d(hₜ, hₜ₊₁)。顺着它的梯度走，看看它到底要什么。",
        manifold: "空间",
        flat: "平直",
        sphere: "单位球面",
        ends: "两端",
        free: "自由（原样）",
        held: "固定",
        step: "下降的步数",
        picture: |states, step| format!("{states} 个状态的路径：起始时与 {step} 步之后"),
        start: "起始",
        now: "当前",
        conclusion: [
            "L = 0 当且仅当所有状态相等，那时再也分不出位置：位置编码要保住的东西，正好被这个损失抹掉。",
            "沿最短路怎样分布，损失都一样：均匀也好，挤在一头也好，梯度都是零。",
        ],
    },
    readers: Readers {
        title: |blind, all| format!("同样的调换，换 {all} 种读法：{blind} 种给出相同的答案"),
        title_plain: "同样的调换，换几种读法",
        lead: "每种读法都为每个词元给出一行，为全文给出一个答案；嵌入相同，都不加位置。等变：行随词元换位。不变：答案不变。",
        reader: "读法",
        rows: "各行",
        answer: "答案",
        verdict: "结论",
        name: |id| match id {
            "bag_of_words" => "词袋",
            "mean_attention" => "注意力，平均池化",
            "linear_attention" => "线性注意力，平均池化",
            "causal_linear_attention" => "线性注意力，因果",
            "elman_rnn" => "RNN 一步步读",
            "diagonal_ssm" => "对角状态空间递推",
            _ => "",
        },
        verdicts: [
            "等变；答案不变",
            "等变；答案会变",
            "答案不变；行会变",
            "对次序敏感",
            "词元没有移动，无从判断",
        ],
    },
};

//! 注意力的近亲。

use crate::strings::around::{Around, Cache, Depth, Geodesic, Grouped, Latent, Linear, Readers};

pub static AROUND: Around = Around {
    stage: "近亲",
    shape: |heads| format!("{heads} 个 kv 头"),
    title: "注意力的近亲：少存键和值，用求和代替 softmax，多叠几层：各自还留下多少次序",
    lead: "它们都不是位置编码方案，改变的是注意力存什么、用几层；也因此决定了位置还能从哪里进来。全部用当前的词元以双精度算出。",
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
        title: |blind, all| match blind {
            0 => format!("同样的调换，换 {all} 种读法：没有一种给出相同的答案"),
            n => format!("同样的调换，换 {all} 种读法：{n} 种给出相同的答案"),
        },
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

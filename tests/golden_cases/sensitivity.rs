//! The test of the golden test: does it notice every number and field of the cases that it covers?

use super::folder::Files;
use super::report::Report;
use serde_json::{Value, json};

/// Remarks on the reference library itself, which nothing of ours can contradict, and a size that no number of its case
/// depends on.
const REMARKS: &[&str] = &[
    "max_rel_err_f32_vs_f64",
    "/mla/layers",
    "max_abs_diff_vs_float64_reference",
    "hf_feature_extractor_max_abs_diff",
];

/// Inputs that the rule of the case does not read, or reads only to compare: dynamic NTK up to n = L leaves the base
/// alone whatever the factor, and LongRoPE takes one of its lists by which side of L the length is on; ReRoPE's scale
/// of the query is 1 within the trained length, whatever they are. A bitrate buys whole codebooks: a little more of it
/// buys no more.
const WITHOUT_EFFECT: &[(&str, &str)] = &[
    ("rope_inv_freq", "/cases/9/params/factor"),
    ("rope_inv_freq", "/cases/9/params/max_position_embeddings"),
    ("rope_inv_freq", "/cases/11/params/factor"),
    ("rope_inv_freq", "/cases/11/params/max_position_embeddings"),
    ("rope_inv_freq", "/cases/11/params/seq_len"),
    ("rope_inv_freq", "/cases/20/params/long_factor/8"),
    ("rope_inv_freq", "/cases/21/params/seq_len"),
    ("rope_inv_freq", "/cases/21/params/short_factor/8"),
    ("rvq_kmeans", "/encodec_rates/0/kbps"),
    ("self_extend_rerope", "/rerope_query_log_scale/0/pos"),
    ("self_extend_rerope", "/rerope_query_log_scale/0/training_length"),
    ("self_extend_rerope", "/rerope_query_log_scale/1/pos"),
    ("self_extend_rerope", "/rerope_query_log_scale/1/training_length"),
    ("self_extend_rerope", "/rerope_query_log_scale/2/training_length"),
];

/// Pointers of numbers that can be changed without a failure: one number of every innermost list and every lone
/// number of the covered cases is tried.
pub fn unnoticed_changes(files: &Files) -> Vec<String> {
    tries(
        files,
        |value| match value {
            Value::Number(_) => true,
            Value::String(text) => text == "-inf",
            _ => false,
        },
        |value| match value.as_f64() {
            Some(number) if value.is_f64() => *value = json!(number * 1.01 + 0.01),
            Some(number) => *value = json!(2 * number as i64 + 1),
            None => *value = json!(0.0),
        },
    )
}

/// Pointers of objects to which a field can be added without a failure.
pub fn unnoticed_fields(files: &Files) -> Vec<String> {
    tries(files, |value| value.is_object(), |value| value["surprise"] = json!(1))
}

/// Applies `change` at every place of the covered cases that `at` selects, one at a time; where no failure comes of it.
fn tries(files: &Files, at: impl Fn(&Value) -> bool, change: impl Fn(&mut Value)) -> Vec<String> {
    let (mut unnoticed, mut tried) = (Vec::new(), 0);
    for (file, root) in files {
        let mut baseline = Report::default();
        baseline.file(file, root);
        let mut places = Vec::new();
        collect(root, String::new(), &at, &mut places);
        for place in places {
            let skipped = baseline.not_yet.iter().any(|case| is_under(&place, &case.pointer));
            let idle = baseline.idle.iter().any(|pointer| is_under(&place, pointer));
            if skipped
                || idle
                || is_under(&place, "/_header")
                || REMARKS.iter().any(|name| place.ends_with(name))
            {
                continue;
            }
            if WITHOUT_EFFECT.contains(&(file.as_str(), place.as_str())) {
                continue;
            }
            let mut changed = root.clone();
            changed.pointer_mut(&place).into_iter().for_each(&change);
            let mut report = Report::default();
            report.file(file, &changed);
            tried += 1;
            if report.failures.is_empty() {
                unnoticed.push(format!("{file}.json {place}"));
            }
        }
    }
    assert!(tried > 50, "only {tried} places tried");
    unnoticed
}

fn is_under(place: &str, pointer: &str) -> bool {
    place.strip_prefix(pointer).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
}

/// The pointers of what `at` selects; of a list of plain values only the one in the middle.
fn collect(value: &Value, place: String, at: &impl Fn(&Value) -> bool, out: &mut Vec<String>) {
    if at(value) {
        out.push(place.clone());
    }
    match value {
        Value::Object(fields) => {
            fields.iter().for_each(|(name, field)| collect(field, format!("{place}/{name}"), at, out));
        }
        Value::Array(items) if items.iter().any(|item| item.is_array() || item.is_object()) => {
            items.iter().enumerate().for_each(|(i, item)| collect(item, format!("{place}/{i}"), at, out));
        }
        Value::Array(items) => {
            if let Some(item) = items.get(items.len() / 2) {
                collect(item, format!("{place}/{}", items.len() / 2), at, out);
            }
        }
        _ => {}
    }
}

/// A folder of other sizes whose values are known: the first four tokens of the causal cases (which later tokens
/// cannot change), shorter tables, slopes for five heads, buckets by hand, and three queries of Transformer-XL.
pub fn other_sizes(files: &Files) -> Files {
    let n = 4;
    let mut attention = files["attention"].clone();
    attention["n"] = json!(n);
    cut(&mut attention["X"], n);
    let cases = attention["cases"].as_object_mut().unwrap();
    cases.retain(|kind, _| {
        ["causal_nope", "rope_causal_half_split", "rope_causal_interleaved", "alibi_causal"]
            .contains(&kind.as_str())
    });
    for case in cases.values_mut() {
        cut(&mut case["out"], n);
        for head in case["attn"].as_array_mut().unwrap() {
            cut(head, n);
            head.as_array_mut().unwrap().iter_mut().for_each(|row| cut(row, n));
        }
    }

    let mut sinusoidal = files["sinusoidal"].clone();
    sinusoidal.as_object_mut().unwrap().retain(|key, _| key == "_header" || key == "interleaved");
    for case in sinusoidal["interleaved"].as_array_mut().unwrap() {
        case["max_len"] = json!(3);
        cut(&mut case["pe_float64"], 3);
        cut(&mut case["pe_hf_float32"], 3);
    }

    let five = [0.25, 0.0625, 0.015625, 0.00390625, 0.5];
    let alibi = json!({ "_header": {}, "slopes": [{
        "n_heads": 5, "slopes_float64": five, "slopes_bloom_float32": five, "mpt_equal": true, "seed_listing_equal": false,
    }]});

    let t5_buckets = json!({ "_header": {}, "cases": [{
        "num_buckets": 6, "max_distance": 10, "bidirectional": false, "distances": [-10, 2, 4],
        "distances_are": "[first,last,step]", "buckets": [5, 4, 2, 0], "float64_formula_differs_at": [],
    }]});
    Files::from([
        ("attention".into(), attention),
        ("sinusoidal".into(), sinusoidal),
        ("alibi".into(), alibi),
        ("t5_buckets".into(), t5_buckets),
        ("relative_terms".into(), three_queries(&files["relative_terms"])),
    ])
}

/// The first three tokens of the Transformer-XL case, after all of its memory.
fn three_queries(relative_terms: &Value) -> Value {
    let mut file = relative_terms.clone();
    file.as_object_mut().unwrap().retain(|key, _| key == "_header" || key == "transformer_xl");
    let case = file["transformer_xl"].as_object_mut().unwrap();
    let n_keys = 3 + case["mem_len"].as_u64().unwrap() as usize;
    case["n"] = json!(3);
    for (name, field) in case.iter_mut() {
        if name == "X" || name.starts_with("out_") {
            cut(field, 3);
        }
        if name == "attn" || name.starts_with("term_") {
            for head in field.as_array_mut().unwrap() {
                cut(head, 3);
                head.as_array_mut().unwrap().iter_mut().for_each(|row| cut(row, n_keys));
            }
        }
    }
    file
}

/// The first `n` items of a list.
fn cut(list: &mut Value, n: usize) {
    list.as_array_mut().unwrap().truncate(n);
}

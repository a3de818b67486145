//! How long a pass takes, said among the results and not asserted: it depends on the machine.

use crate::case::{Case, Position, Terms, gpu, say};
use locus::attention::Mask;
use locus::compute::AttentionBackend;
use locus::position::scaling::frequencies;
use wasm_bindgen_test::wasm_bindgen_test;

const RUNS: usize = 7;

fn now() -> f64 {
    web_sys::window().and_then(|window| window.performance()).expect("a clock").now()
}

#[wasm_bindgen_test]
async fn a_pass_from_attend_to_finished() {
    let mut gpu = gpu().await;
    let everything =
        Position::Everything(Terms { clip: 511, ..Terms::ALL }, frequencies(64, &Default::default()), 64);
    let cases = [
        (128, "", Position::None),
        (512, "", Position::None),
        (512, ", all terms and far pairs", everything),
    ];
    for (n, with, position) in cases {
        let case = Case { n_heads: 8, n, head_dim: 64, position, mask: Mask::Causal, padding: 0 };
        // The first pass pays for things that later ones do not.
        case.run(&mut gpu);
        gpu.finished().await;
        let how = case.attend();
        let mut times = Vec::new();
        for _ in 0..RUNS {
            let start = now();
            gpu.attend(&how).unwrap();
            gpu.finished().await;
            times.push(now() - start);
        }
        assert_eq!(gpu.check(), Ok(()), "the passes that were timed did run");
        times.sort_by(f64::total_cmp);
        let (least, median) = (times[0], times[RUNS / 2]);
        say(&format!(
            "GPU, 8 heads × {n} × 64, causal{with}: attend + finished {median:.1} ms (median of {RUNS}; least {least:.1})"
        ));
    }
}

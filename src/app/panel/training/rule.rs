//! The rule of the algorithm, where it is from, and what the tests compared it with.

use crate::store::Store;
use leptos::prelude::*;

/// A formula; `|` parts what may stand in lines of their own.
const BPE: &str = r#"<mrow><msup><mrow><mo stretchy="false">(</mo><mi>a</mi><mo>,</mo><mi>b</mi><mo stretchy="false">)</mo></mrow><mo>*</mo></msup><mo>=</mo><mi>arg max</mi><mspace width="0.3em"/><mi>f</mi><mo stretchy="false">(</mo><mi>a</mi><mo>,</mo><mi>b</mi><mo stretchy="false">)</mo><mo>,</mo></mrow>|<mrow><mi>f</mi><mo stretchy="false">(</mo><mi>a</mi><mo>,</mo><mi>b</mi><mo stretchy="false">)</mo><mo>=</mo><munder><mo>∑</mo><mi>w</mi></munder><msub><mi>c</mi><mi>w</mi></msub><mo>·</mo><mo>#</mo><mo stretchy="false">{</mo><mi>a</mi><mi>b</mi><mo>∈</mo><mi>w</mi><mo stretchy="false">}</mo></mrow>"#;

const WORD_PIECE: &str = r#"<mrow><msup><mrow><mo stretchy="false">(</mo><mi>a</mi><mo>,</mo><mi>b</mi><mo stretchy="false">)</mo></mrow><mo>*</mo></msup><mo>=</mo><mi>arg max</mi><mspace width="0.3em"/><mfrac><mrow><mi>f</mi><mo stretchy="false">(</mo><mi>a</mi><mi>b</mi><mo stretchy="false">)</mo></mrow><mrow><mi>f</mi><mo stretchy="false">(</mo><mi>a</mi><mo stretchy="false">)</mo><mo>·</mo><mi>f</mi><mo stretchy="false">(</mo><mi>b</mi><mo stretchy="false">)</mo></mrow></mfrac></mrow>"#;

const UNIGRAM: &str = r#"<mrow><mi>c</mi><mo stretchy="false">(</mo><mi>x</mi><mo stretchy="false">)</mo><mo>=</mo><munder><mo>∑</mo><mi>w</mi></munder><msub><mi>c</mi><mi>w</mi></msub><mspace width="0.2em"/><mi>E</mi><mo stretchy="false">[</mo><mo>#</mo><mi>x</mi><mo>∣</mo><mi>w</mi><mo stretchy="false">]</mo><mo>,</mo></mrow>|<mrow><mi>p</mi><mo stretchy="false">(</mo><mi>x</mi><mo stretchy="false">)</mo><mo>=</mo><mfrac><mrow><mi>c</mi><mo stretchy="false">(</mo><mi>x</mi><mo stretchy="false">)</mo></mrow><mrow><mo>∑</mo><mi>c</mi></mrow></mfrac></mrow>"#;

#[component]
pub fn Equation(algorithm: Memo<&'static str>) -> impl IntoView {
    let store = Store::here();
    let told = move || {
        let id = algorithm.get();
        let (equation, source) = match id {
            "wordpiece" => {
                (WORD_PIECE, "Hugging Face course, chapter 6 · Devlin et al., BERT, arXiv:1810.04805")
            }
            "unigram" => (UNIGRAM, "Kudo, Subword Regularization, arXiv:1804.10959, section 3.2"),
            _ => (
                BPE,
                "Sennrich et al., Neural Machine Translation of Rare Words with Subword Units, arXiv:1508.07909",
            ),
        };
        view! {
            <div class="math formulas" tabindex="0" inner_html=parts(equation)></div>
            <p class="hint"><cite lang="en">{source}</cite></p>
            <p class="trust"><span>{(store.strings().training.trust)(id)}</span></p>
        }
    };
    view! { {told} }
}

/// The parts of a formula, which stand side by side where there is room.
fn parts(equation: &str) -> String {
    equation.split('|').map(|part| format!("<math display=\"block\">{part}</math>")).collect()
}

//! `locus.data(name)`: any stage's numbers, as the picture on the screen has them.

use super::put;
use crate::attention::Stage;
use crate::compute::BackendKind;
use crate::data_names::NAMES;
use crate::input::Input;
use crate::matrix::Matrix;
use crate::panel;
use crate::pipeline::Pipeline;
use crate::position::alibi;
use crate::position::relative::{DistanceTable, Relative};
use crate::store::Store;
use js_sys::{Array, Float32Array, Float64Array, Int32Array, Object, Uint32Array};
use leptos::prelude::*;
use ndarray::Axis;
use wasm_bindgen::JsValue;

/// Numbers with their shape.
struct Data {
    shape: Vec<usize>,
    values: JsValue,
    /// What the parts along the first axis are called, where they are no heads.
    names: Vec<&'static str>,
}

impl Data {
    fn new(shape: Vec<usize>, values: JsValue) -> Self {
        Data { shape, values, names: Vec::new() }
    }
}

/// The names that `data` knows.
pub fn names() -> JsValue {
    NAMES.iter().map(|name| JsValue::from(*name)).collect::<Array>().into()
}

/// `{name, shape, values, rows, cols, backend, ms, stale}`, for the terms and the comparison also `names`; `undefined` for a name that does not exist or before the first picture.
pub fn data(store: Store, name: &str) -> JsValue {
    if name == "long" {
        return crate::panel::long_data(store);
    }
    let Some(input) = store.input.get_untracked() else { return JsValue::UNDEFINED };
    let head = store.state.with_untracked(|s| s.head as usize);
    let found = match name {
        "compare" => compare(store, head),
        "lab" => lab(store),
        "patches" => store.image.cut.with_untracked(|cut| Some(matrix(&cut.as_ref()?.patches))),
        "log_mel" => log_mel(store),
        "codes" if store.state.with_untracked(|s| s.mode == "audio") => sound_codes(store),
        "codes" => codes(store),
        "terms" => store.engine.with_value(|engine| terms(&engine.pipeline, head)),
        _ => store.engine.with_value(|engine| find(&engine.pipeline, &input, name)),
    };
    let Some(found) = found else { return JsValue::UNDEFINED };
    let labels: JsValue = input.labels.iter().map(|l| JsValue::from(l.as_str())).collect::<Array>().into();
    let drawn = store.drawn.get_untracked();
    let out = Object::new();
    put(&out, "name", &name.into());
    let square = found.shape.len() == 3 && found.shape.get(1) == found.shape.get(2);
    let by_token = found.shape.contains(&input.len());
    put(&out, "shape", &found.shape.iter().map(|n| JsValue::from(*n as u32)).collect::<Array>());
    put(&out, "values", &found.values);
    if !found.names.is_empty() {
        put(&out, "names", &found.names.iter().map(|name| JsValue::from(*name)).collect::<Array>());
    }
    put(&out, "rows", &if by_token { labels.clone() } else { Array::new().into() });
    put(&out, "cols", &if square { labels } else { Array::new().into() });
    // The comparison is always the CPU's.
    let on_gpu = drawn.backend == BackendKind::Gpu && name != "compare";
    put(&out, "backend", &(if on_gpu { "gpu" } else { "cpu" }).into());
    put(&out, "ms", &store.ms.get_untracked().into());
    // What cannot be computed leaves the last good picture, and its numbers.
    put(&out, "stale", &store.problem.with_untracked(Option::is_some).into());
    out.into()
}

fn find(p: &Pipeline, input: &Input, name: &str) -> Option<Data> {
    let n = p.sequence().len();
    let heads = p.settings().n_heads;
    let per_head = |stage| stack(&(0..heads).filter_map(|h| p.stage(h, stage)).collect::<Vec<_>>());
    Some(match name {
        // While the settings cannot be computed the numbers are of another text.
        "tokens" if input.len() != n => return None,
        "tokens" => {
            let text = input.text.as_ref().filter(|_| input.is_text_alone());
            let words = text
                .map(|text| text.tokens.iter().map(|t| JsValue::from(t.piece.as_str())).collect::<Array>());
            let labels = || input.labels.iter().map(|label| JsValue::from(label.as_str())).collect::<Array>();
            Data::new(vec![n], words.unwrap_or_else(labels).into())
        }
        "ids" => {
            let ids: Vec<i32> =
                p.sequence().pieces.iter().map(|piece| piece.id().map_or(-1, |id| id as i32)).collect();
            Data::new(vec![n], Int32Array::from(&ids[..]).into())
        }
        "embedding" => matrix(p.embedding()?),
        "positioned" => matrix(p.positioned()?),
        "position" => position(p),
        "inv_freq" => numbers(&p.frequencies().inv_freq),
        "slopes" => numbers(&alibi::slopes_in_force(heads, &p.settings().params.alibi)),
        "bias" => stack(&(0..heads).filter_map(|h| p.bias(h)).collect::<Vec<_>>())?,
        "q_by_distance" => by_distance(relative(p)?.query.as_ref()?),
        "k_by_distance" => by_distance(relative(p)?.key.as_ref()?),
        "v_by_distance" => by_distance(relative(p)?.value.as_ref()?),
        "u" => matrix(relative(p)?.key_vector.as_ref()?),
        "w_q" => matrix(p.projection(0)?),
        "w_k" => matrix(p.projection(1)?),
        "w_v" => matrix(p.projection(2)?),
        "w_o" => matrix(p.projection(3)?),
        "q" => array3(&p.qkv()?.q),
        "k" => array3(&p.qkv()?.k),
        "v" => array3(&p.qkv()?.v),
        "dot" => per_head(Stage::Dot)?,
        "scaled" => per_head(Stage::Scaled)?,
        "scores" => per_head(Stage::Biased)?,
        "masked" => per_head(Stage::Masked)?,
        "weights" => per_head(Stage::Weights)?,
        "head_output" => per_head(Stage::Output)?,
        "output" => matrix(&p.output()?),
        _ => return None,
    })
}

/// What the logits of the head on the screen are the sum of, with the names of the terms.
fn terms(p: &Pipeline, head: usize) -> Option<Data> {
    let (names, parts): (Vec<_>, Vec<_>) =
        p.terms(head)?.into_iter().map(|(term, values)| (term.id(), values)).unzip();
    Some(Data { names, ..stack(&parts)? })
}

/// The weights of the head on the screen under every variant of the compare panel that can be computed; on other panels
/// they are computed for the asking.
fn compare(store: Store, head: usize) -> Option<Data> {
    let (shown, all) = store.state.with_untracked(|s| (s.shown_variants(), s.compared()));
    let (mut found, mut steps) = (None, 0);
    store.engine.update_value(|engine| {
        let (compare, pipeline) = (&mut engine.compare, &engine.pipeline);
        while compare.step(pipeline, &all, head).is_some() {
            steps += 1;
        }
        let sound = shown.iter().filter(|variant| compare.problem(variant.id).is_none());
        let (names, parts): (Vec<_>, Vec<_>) =
            sound.filter_map(|variant| Some((variant.id, compare.weights(variant.id)?.clone()))).unzip();
        found = stack(&parts).map(|stacked| Data { names, ..stacked });
    });
    if steps > 0 {
        store.compared.update(|compared| *compared += 1);
    }
    found
}

/// The code of every patch, where codes are the tokens: rows × columns of the grid.
fn codes(store: Store) -> Option<Data> {
    store.image.cut.with_untracked(|cut| {
        let cut = cut.as_ref()?;
        let ids = &cut.fitted.as_ref()?.ids;
        Some(Data::new(vec![cut.grid.rows, cut.grid.columns], Uint32Array::from(ids.as_slice()).into()))
    })
}

/// inv_freq of every rule in the context-extension lab, the one in force first: rules × pairs, with their names.
fn lab(store: Store) -> Option<Data> {
    let numbers = panel::lab_numbers(store)?;
    let rules = || [&numbers.in_force].into_iter().chain(&numbers.others);
    let values: Vec<f64> = rules().flat_map(|rule| rule.drawn.frequencies.inv_freq.iter().copied()).collect();
    let shape = vec![rules().count(), numbers.setting.rotary_dim / 2];
    Some(Data {
        names: rules().map(|rule| rule.id).collect(),
        ..Data::new(shape, Float64Array::from(values.as_slice()).into())
    })
}

/// What the scheme uses: the added table (n × d_model), cos and sin (n × pairs × 2), ALiBi's slopes (heads), another
/// bias by distance (heads × (2n − 1)), or nothing.
fn position(p: &Pipeline) -> Data {
    if let Some(added) = p.added() {
        return matrix(added);
    }
    let attend = p.attend();
    if let Some(rotation) = attend.and_then(|a| a.rotation.as_ref()) {
        let both =
            rotation.cos.iter().zip(rotation.sin.iter()).flat_map(|(c, s)| [*c, *s]).collect::<Vec<f32>>();
        let (n, pairs) = rotation.cos.dim();
        return Data::new(vec![n, pairs, 2], Float32Array::from(both.as_slice()).into());
    }
    if let Some(bias) = attend.and_then(|a| a.distance_bias.as_ref()) {
        let settings = p.settings();
        return match settings.scheme.info().id {
            "alibi" => numbers(&alibi::slopes_in_force(settings.n_heads, &settings.params.alibi)),
            _ => matrix(bias),
        };
    }
    Data::new(vec![0], Float32Array::new_with_length(0).into())
}

/// What the scheme multiplies q, k and the weights with.
fn relative(p: &Pipeline) -> Option<&Relative> {
    p.attend()?.relative.as_deref()
}

/// The vector of every distance, heads (1 where they share it) × (2n − 1) × head_dim; entry j − i + n − 1.
fn by_distance(table: &DistanceTable) -> Data {
    array3(&table.rows.select(Axis(1), &table.index))
}

/// Whisper's spectrogram of the window as openai-whisper lays it out: n_mels × frames.
fn log_mel(store: Store) -> Option<Data> {
    let frames = store.sound.frames.get_untracked()?;
    Some(matrix(&frames.whisper.values.t().as_standard_layout().into_owned()))
}

/// The codes of every frame, level after level: levels × frames.
fn sound_codes(store: Store) -> Option<Data> {
    let kind = store.state.with_untracked(|s| s.media.audio_tokens);
    let codes = store.sound.codes.get_untracked().filter(|_| kind != "frames")?;
    let frames =
        store.sound.frames.with_untracked(|frames| frames.as_ref().map(|f| f.whisper.values.nrows()))?;
    let shape = vec![codes.ids.len().checked_div(frames)?, frames];
    Some(Data::new(shape, Uint32Array::from(codes.ids.as_slice()).into()))
}

fn numbers(values: &[f64]) -> Data {
    Data::new(vec![values.len()], Float64Array::from(values).into())
}

fn matrix(m: &Matrix) -> Data {
    let values: Vec<f32> = m.iter().copied().collect();
    Data::new(m.shape().to_vec(), Float32Array::from(values.as_slice()).into())
}

fn array3(m: &crate::matrix::Heads) -> Data {
    let values: Vec<f32> = m.iter().copied().collect();
    Data::new(m.shape().to_vec(), Float32Array::from(values.as_slice()).into())
}

fn stack(parts: &[Matrix]) -> Option<Data> {
    let (rows, cols) = parts.first()?.dim();
    let values: Vec<f32> = parts.iter().flat_map(|m| m.iter().copied()).collect();
    Some(Data::new(vec![parts.len(), rows, cols], Float32Array::from(values.as_slice()).into()))
}

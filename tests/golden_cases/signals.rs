//! The signals of `logmel.json`, made again from the words that describe them.
//!
//! A sum of terms `a sin(2pi f t)`, `a sin(2pi(f t+c t^2))` and `a*lcg(seed s)`, t = n/16000; perhaps silent in every
//! other block. lcg: x ← 1664525 x + 1013904223 mod 2³², value x/2³² · 2 − 1, the first after one step.

use std::f64::consts::TAU;

enum Term {
    /// a, and the factors of t and t².
    Sine(f64, [f64; 2]),
    /// a, and the generator's state.
    Noise(f64, u32),
}

/// The first `n` samples; `None` if the description has other words.
pub fn signal(description: &str, n: usize) -> Option<Vec<f32>> {
    let (sum, block) = match description.split_once(" in even ") {
        Some((sum, rest)) => {
            (sum, Some(rest.strip_suffix("-sample blocks, exact 0 in odd blocks")?.parse().ok()?))
        }
        None => (description, None),
    };
    let mut terms = at_plus(sum).into_iter().map(term).collect::<Option<Vec<_>>>()?;
    let silent = |n: usize| block.is_some_and(|block: usize| n / block % 2 == 1);
    let sample = |n: usize| {
        let value: f64 = terms.iter_mut().map(|term| next(term, n as f64 / 16_000.0)).sum();
        if silent(n) { 0.0 } else { value as f32 }
    };
    Some((0..n).map(sample).collect())
}

fn next(term: &mut Term, t: f64) -> f64 {
    match term {
        Term::Sine(amplitude, [linear, square]) => *amplitude * (TAU * (*linear * t + *square * t * t)).sin(),
        Term::Noise(amplitude, state) => {
            *state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            *amplitude * (f64::from(*state) / 2_f64.powi(32) * 2.0 - 1.0)
        }
    }
}

fn term(text: &str) -> Option<Term> {
    if let Some((amplitude, seed)) = text.split_once("*lcg(seed ") {
        return Some(Term::Noise(amplitude.parse().ok()?, seed.strip_suffix(')')?.parse().ok()?));
    }
    let (amplitude, phase) = text.split_once(" sin(2pi")?;
    let phase = phase.strip_suffix(')')?.trim();
    let phase = phase.strip_prefix('(').and_then(|inner| inner.strip_suffix(')')).unwrap_or(phase);
    let mut factors = [0.0; 2];
    for part in phase.split('+') {
        let (factor, power) = part.split_once(" t")?;
        let at = match power {
            "" => 0,
            "^2" => 1,
            _ => return None,
        };
        factors[at] = factor.parse().ok()?;
    }
    Some(Term::Sine(amplitude.parse().ok()?, factors))
}

/// The parts between the plus signs that stand outside parentheses.
fn at_plus(text: &str) -> Vec<&str> {
    let mut depth = 0;
    text.split(move |c| {
        match c {
            '(' => depth += 1,
            ')' => depth -= 1,
            _ => {}
        }
        c == '+' && depth == 0
    })
    .collect()
}

#[test]
fn descriptions_are_read() {
    let tone = signal("0.5 sin(2pi 4000 t)+0.25 sin(2pi(8000 t+0 t^2))", 4).unwrap();
    assert!(tone.iter().zip([0.0, 0.5, 0.0, -0.5]).all(|(a, b)| (a - b).abs() < 1e-6), "{tone:?}");
    let blocks = signal("1*lcg(seed 0) in even 2-sample blocks, exact 0 in odd blocks", 5).unwrap();
    assert!(blocks[0] != 0.0 && blocks[2..4] == [0.0, 0.0] && blocks[4] != 0.0);
    assert!(signal("a waltz", 3).is_none());
}

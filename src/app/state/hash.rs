//! The state in the URL hash: `#v=1&text=…&scheme=rope&base=500000`. Only what differs from the defaults; long text comes
//! last and packed (`z=`), so that a link that lost its end has lost nothing but text.

use super::State;
use super::apply::{Notice, Origin, Problem, apply_all};
use super::schema::fields;
use super::squeeze::{self, Damage};

/// Version of the hash's meaning. A newer one is read as far as it is understood, and the reader is told.
pub const VERSION: u32 = 1;

/// The longest link that the page gives out, in characters. Browsers take longer ones; much else does not.
pub const MAX_LINK: usize = 32_000;

/// Values of more bytes are packed if that makes them shorter.
const LONG: usize = 200;

/// No link says more than this many things: several times what there is to say.
const MOST: usize = 1_000;

/// The hash of `state`, without `#`.
pub fn write(state: &State) -> String {
    spell(state, true)
}

/// The hash for others: without what is the reader's own (language, theme, backend).
pub fn write_shared(state: &State) -> String {
    spell(state, false)
}

/// Key and value of everything in `state` that differs from the defaults; `own`: what is the reader's own, too.
pub fn differing(state: &State, own: bool) -> Vec<(&'static str, String)> {
    let plain = State::default();
    let all = fields().filter(|field| own || field.shared);
    let differs = all.filter(|field| field.get(state) != field.get(&plain));
    differs.map(|field| (field.key, field.get(state).to_text())).collect()
}

fn spell(state: &State, own: bool) -> String {
    let (long, short): (Vec<_>, Vec<_>) =
        differing(state, own).into_iter().partition(|(_, raw)| raw.len() > LONG);
    let mut out = form_urlencoded::Serializer::new(String::new());
    out.append_pair("v", &VERSION.to_string());
    out.extend_pairs(&short);
    if !long.is_empty() {
        let plain = form_urlencoded::Serializer::new(String::new()).extend_pairs(&long).finish();
        let packed = squeeze::pack(&bare(&long));
        if packed.len() + "z=".len() < plain.len() {
            out.append_pair("z", &packed);
        } else {
            out.extend_pairs(&long);
        }
    }
    out.finish()
}

/// Pairs as [`form_urlencoded::parse`] reads them, with as little escaped as that allows.
fn bare(pairs: &[(&str, String)]) -> String {
    let escaped = |raw: &str| raw.replace('%', "%25").replace('&', "%26").replace('+', "%2B");
    pairs.iter().map(|(key, raw)| format!("{key}={}", escaped(raw))).collect::<Vec<_>>().join("&")
}

/// The state that `hash` (with or without `#`) spells, starting from the defaults, and what was wrong with it.
pub fn read(hash: &str) -> (State, Vec<Notice>) {
    let mut state = State::default();
    let mut notices = Vec::new();
    let (hash, was_cut) = whole(hash.trim_start_matches('#'));
    let mut pairs = Vec::new();
    for (key, raw) in parse(hash) {
        if key == "z" {
            pairs.extend(unpacked(&raw, &mut notices));
        } else {
            pairs.push((key, raw));
        }
    }
    if was_cut {
        notices.push(Notice::new(Origin::Link, "v", "", Problem::CutLink));
    }
    let (versions, pairs): (Vec<_>, Vec<_>) = pairs.into_iter().partition(|(key, _)| key == "v");
    notices.extend(versions.iter().filter_map(|(_, raw)| version_notice(raw)));
    notices.extend(apply_all(&mut state, Origin::Link, &pairs));
    (state, notices)
}

fn parse(text: &str) -> Vec<(String, String)> {
    let pairs = form_urlencoded::parse(text.as_bytes()).filter(|(key, _)| !key.is_empty());
    pairs.take(MOST).map(|(key, raw)| (key.into_owned(), raw.into_owned())).collect()
}

fn unpacked(packed: &str, notices: &mut Vec<Notice>) -> Vec<(String, String)> {
    let mut say = |problem| notices.push(Notice::new(Origin::Link, "z", packed, problem));
    match squeeze::unpack(packed) {
        Ok(text) => parse(&text),
        Err(Damage::Broken) => {
            say(Problem::BrokenLink);
            Vec::new()
        }
        Err(Damage::Cut(text)) => {
            say(Problem::CutLink);
            let (text, _) = whole(&text);
            // The last of its keys may have lost its end.
            let kept = text.rfind('&').filter(|at| !text[*at..].contains('='));
            let text = kept.map_or(text, |at| &text[..at]);
            if text.contains('=') { parse(text) } else { Vec::new() }
        }
    }
}

/// `text` without an escaped character at its end that is not all there, and whether there was one.
fn whole(text: &str) -> (&str, bool) {
    let bytes = text.as_bytes();
    let n = bytes.len();
    // `%` or `%E`
    let cut = bytes.iter().rev().take(2).position(|b| *b == b'%').map_or(n, |back| n - 1 - back);
    // Escaped bytes at the end: a lead byte that wants more than follow it
    let escaped = |end: usize| {
        let digits = text.get(end.checked_sub(3)?..end)?.strip_prefix('%')?;
        u8::from_str_radix(digits, 16).ok()
    };
    for following in 0..3 {
        let end = cut - 3 * following.min(cut / 3);
        let Some(byte) = escaped(end) else { break };
        let wants = [(0xc0, 1), (0xe0, 2), (0xf0, 3)].into_iter().rev().find(|(lead, _)| byte >= *lead);
        if let Some((_, wants)) = wants {
            return if wants > following { (&text[..end - 3], true) } else { (&text[..cut], cut < n) };
        }
        if byte < 0x80 {
            break;
        }
    }
    (&text[..cut], cut < n)
}

fn version_notice(raw: &str) -> Option<Notice> {
    let known = raw.parse::<u32>().is_ok_and(|v| v <= VERSION);
    (!known).then(|| Notice::new(Origin::Link, "v", raw, Problem::Clamped { to: VERSION.to_string() }))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read_text(hash: &str) -> (String, Vec<Problem>) {
        let (state, notices) = read(hash);
        (state.text, notices.into_iter().map(|notice| notice.problem).collect())
    }

    #[test]
    fn long_text_is_packed_and_comes_last() {
        let text: String = (0..900).map(|i| format!("{i} & 狗+咬%人=\n")).collect();
        let state = State { text: text.chars().take(8_192).collect(), seed: 7, ..State::default() };
        let link = write(&state);
        assert!(link.starts_with("v=1&seed=7&z="), "{}", &link[..40]);
        assert!(link.len() < state.text.len() / 2, "{}", link.len());
        assert_eq!(read(&link), (state.clone(), Vec::new()));
        // Cut anywhere within the text: the rest holds, one sentence says so.
        for end in (14..link.len() - 1).step_by(97) {
            let (found, notices) = read(&link[..end]);
            assert_eq!((found.seed, notices.len()), (7, 1), "cut at {end}: {notices:?}");
            assert!(state.text.starts_with(&found.text) || found.text == State::default().text);
        }
    }

    #[test]
    fn what_packing_makes_no_shorter_is_not_packed() {
        let list = (0..60).map(|i| (i * 7919 % 60).to_string()).collect::<Vec<_>>().join("-");
        assert!(!write(&State { text: list[..20].into(), ..State::default() }).contains("z="));
    }

    #[test]
    fn a_character_that_lost_its_end_is_left_out_and_named() {
        for cut in
            ["text=ab%", "text=ab%E", "text=ab%E7", "text=ab%E7%8", "text=ab%E7%8B", "text=ab%F0%9F%98"]
        {
            assert_eq!(read_text(cut), ("ab".into(), vec![Problem::CutLink]), "{cut}");
        }
        for (all, text) in
            [("text=%E7%8B%97", "狗"), ("text=%41", "A"), ("text=%C3%A9", "é"), ("text=a%2B", "a+")]
        {
            assert_eq!(read_text(all), (text.into(), vec![]), "{all}");
        }
        for hostile in ["%", "%%", "%8B%97%98%99", "%8B", "é%E", "狗%E7", "%FF%FF", "%zz"] {
            read(hostile);
        }
    }

    #[test]
    fn a_broken_pack_is_named_once_and_the_rest_holds() {
        for broken in ["z=", "z=%00", "z=AAAA", "z=!!", "z=eJw", "z=z%3Dz"] {
            let (state, notices) = read(&format!("#seed=9&{broken}&scheme=rope"));
            assert_eq!((state.seed, state.scheme, notices.len()), (9, "rope", 1), "{broken}: {notices:?}");
        }
    }
}

//! How the code of a part comes. With the feature `split` it is a WebAssembly module of its own, which scripts/split makes
//! of what only the part's function in [`panel`](crate::panel) reaches; without, it is in the page's module.

use super::Part;
use leptos::prelude::AnyView;
use std::pin::Pin;

/// Whether parts have to be fetched.
pub const APART: bool = cfg!(feature = "split");

type Loading = Pin<Box<dyn Future<Output = bool>>>;

pub struct Module {
    /// Fetches it, and says whether it came. One that did not can be asked for again.
    pub load: fn() -> Loading,
    /// One of its views, once it is there.
    pub view: fn(&'static str) -> Option<AnyView>,
}

#[cfg(not(feature = "split"))]
macro_rules! module {
    ($part:ident) => {
        Module { load: || Box::pin(std::future::ready(true)), view: |name| Some(crate::panel::$part(name)) }
    };
}

#[cfg(feature = "split")]
macro_rules! module {
    ($part:ident) => {{
        mod split {
            use leptos::prelude::AnyView;
            use leptos::wasm_split::{SplitLoaderError, wasm_split};

            #[wasm_split($part, wasm_split_path = leptos::wasm_split, preload(load), fallible)]
            pub fn view(name: &'static str) -> Result<AnyView, SplitLoaderError> {
                Ok(crate::panel::$part(name))
            }
        }
        Module {
            load: || Box::pin(async { split::load().await.is_ok() }),
            view: |name| at_once(split::view(name))?.ok(),
        }
    }};
}

static STAGES: Module = module!(stages);
static MEDIA: Module = module!(media);
static LABS: Module = module!(labs);
static WORDS: Module = module!(words);
static TOOLS: Module = module!(tools);
static LESSONS: Module = module!(lessons);

/// The module of `part`.
pub fn of(part: Part) -> &'static Module {
    match part {
        Part::Stages => &STAGES,
        Part::Media => &MEDIA,
        Part::Labs => &LABS,
        Part::Words => &WORDS,
        Part::Tools => &TOOLS,
        Part::Lessons => &LESSONS,
    }
}

/// The answer of a future that has nothing to wait for, as a split function's once its module is there: views must be
/// made within the effect that asks for them.
#[cfg(feature = "split")]
fn at_once<T>(future: impl Future<Output = T>) -> Option<T> {
    use std::task::{Context, Poll, Waker};
    match std::pin::pin!(future).poll(&mut Context::from_waker(Waker::noop())) {
        Poll::Ready(answer) => Some(answer),
        Poll::Pending => None,
    }
}

//! Lessons: files that a teacher writes, documented in LESSONS.md. What a file says ([`format`], [`ask`], [`expression`]),
//! how an expression gets its number ([`facts`]) and a question its answer ([`evaluate`]) is plain Rust, tested on the
//! host; the player needs a browser.

pub mod ask;
pub mod evaluate;
pub mod expression;
pub mod facts;
pub mod format;
mod json;
pub mod markup;
pub mod problem;
pub mod source;

#[cfg(target_arch = "wasm32")]
mod player;
#[cfg(target_arch = "wasm32")]
mod session;
#[cfg(target_arch = "wasm32")]
pub use player::view;
#[cfg(target_arch = "wasm32")]
pub use session::{LessonButton, LessonPlace, Session};

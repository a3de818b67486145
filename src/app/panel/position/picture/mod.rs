//! Each scheme's own pictures: one file a scheme, one line in [`PICTURES`]. Which pictures a scheme has, and which is
//! shown, stands in `app::schemes`.

mod alibi;
mod common;
mod deberta;
mod learned;
mod none;
mod rope;
mod rope_axes;
mod rope_shift;
mod shaw;
mod sinusoidal;
mod t5;
mod transformer_xl;

use crate::schemes;
use crate::store::Store;
use crate::widget::Choice;
use leptos::prelude::*;

/// What a scheme shows.
struct Picture {
    scheme: &'static str,
    /// The picture of this id.
    show: fn(Store, &'static str) -> AnyView,
    /// What the equation says of the chosen cell (query, key) besides its terms.
    cell: fn(Store, (usize, usize)) -> Option<String>,
}

const PICTURES: &[Picture] = &[
    Picture { scheme: "none", show: none::show, cell: |_, _| None },
    Picture { scheme: "sinusoidal", show: sinusoidal::show, cell: common::added_row },
    Picture {
        scheme: "sinusoidal_2d",
        show: |store, _| common::score(store).into_any(),
        cell: common::added_row,
    },
    Picture { scheme: "learned", show: learned::show, cell: common::added_row },
    Picture { scheme: "shaw", show: shaw::show, cell: shaw::cell },
    Picture { scheme: "transformer_xl", show: transformer_xl::show, cell: transformer_xl::cell },
    Picture { scheme: "t5", show: t5::show, cell: t5::cell },
    Picture { scheme: "deberta", show: deberta::show, cell: deberta::cell },
    Picture { scheme: "rope", show: rope::show, cell: rope::cell },
    Picture { scheme: "alibi", show: alibi::show, cell: alibi::cell },
];

fn of(scheme: &str) -> Option<&'static Picture> {
    PICTURES.iter().find(|picture| picture.scheme == scheme)
}

/// What the scheme in force says of the chosen cell.
pub fn cell_line(store: Store, cell: (usize, usize)) -> Option<String> {
    (of(store.state.with(|s| s.scheme))?.cell)(store, cell)
}

/// The choice of pictures, the one in force, and what it claims.
#[component]
pub fn SchemePicture() -> impl IntoView {
    let store = Store::here();
    let scheme = store.get(|s| s.scheme);
    let shown = store.get(|s| (s.scheme, schemes::page(s.scheme).picture(s.curve)));
    let claim = move || {
        let (scheme, picture) = shown.get();
        (store.strings().pictures.claim)(scheme, picture)
    };
    let choice = move || {
        let only = schemes::page(scheme.get()).pictures;
        (only.len() > 1).then(|| view! { <Choice key="curve" only=only/> })
    };
    view! {
        {choice}
        <p class="claim">{claim}</p>
        {move || {
            let (scheme, picture) = shown.get();
            of(scheme).map(|of| (of.show)(store, picture))
        }}
    }
}

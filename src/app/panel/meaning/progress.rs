//! A table on its way, with a way out, and why it did not come, with a way back.

use super::loader::{Loader, Loading};
use crate::store::Store;
use crate::widget::{focus, retry};
use leptos::prelude::*;

#[component]
pub fn Progress(loader: Loader) -> impl IntoView {
    let store = Store::here();
    // The bar moves; the line around it stays, and so does the focus on its button.
    let stage = Memo::new(move |_| match loader.loading.get() {
        Loading::Bytes(source, _) => Loading::Bytes(source, 0),
        other => other,
    });
    let got = move || match loader.loading.get() {
        Loading::Bytes(_, got) => got,
        _ => 0,
    };
    let again = move |_| {
        focus::to_control("word_table"); // the button goes
        loader.again();
    };
    let cancel = move |_| {
        focus::to_control("word_table");
        loader.cancel();
    };
    move || {
        let s = &store.strings().meaning;
        match stage.get() {
            Loading::Idle => ().into_any(),
            Loading::Bytes(source, _) => view! {
                <p class="load" role="status" data-testid="words-loading">
                    {(s.loading)(source.name)}
                    <progress max=source.bytes value=got></progress>
                    <button class="btn" on:click=cancel>{s.cancel}</button>
                </p>
            }
            .into_any(),
            Loading::Stopped(source) => view! {
                <p class="load" role="status" data-testid="words-stopped">
                    {(s.stopped)(source.name)}
                    {loader.shown.with(Option::is_none).then(|| retry(store, None, None, again))}
                </p>
            }
            .into_any(),
            Loading::Failed(source, why) => view! {
                <p class="load bad" role="alert" data-testid="words-failed">
                    {(s.failed)(source.name, &(store.strings().shell.load_reason)(&why))}
                    {retry(store, Some(&why), None, again)}
                </p>
            }
            .into_any(),
        }
    }
}

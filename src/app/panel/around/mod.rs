//! What stands around the positional schemes, a card each: keys and values that are compressed or shared, sums in place
//! of the softmax, depth without position, and a loss that is no position encoding.

mod cache;
mod card;
mod depth;
mod geodesic;
mod grouped;
mod latent;
mod linear;

pub use grouped::kv_heads;

use super::shared::{HeadSlider, ModelControls};
use crate::store::Store;
use crate::widget::{Choice, Sheet, Strip};
use leptos::prelude::*;

#[component]
pub fn Around() -> impl IntoView {
    let store = Store::here();
    view! {
        <Strip/>
        <div class="two">
            <div class="stack">
                <section class="card" style="--c: var(--attention)">
                    <h2 data-testid="around-title">{store.t(|s| s.around.title)}</h2>
                    <p class="lead">{store.t(|s| s.around.lead)} {store.t(|s| s.gap)} {move || card::first_tokens(store)}</p>
                </section>
                <div class="around">
                    <grouped::Grouped/>
                    <cache::Cache/>
                    <latent::Latent/>
                    <linear::Linear/>
                    <depth::Depth/>
                    <geodesic::Geodesic/>
                </div>
            </div>
            <Sheet accent="attention">
                <Choice key="mask"/>
                <HeadSlider/>
                <ModelControls/>
                <Choice key="colormap"/>
            </Sheet>
        </div>
    }
}

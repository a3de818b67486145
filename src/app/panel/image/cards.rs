//! What else may stand between a picture and its tokens: prices, pyramids, feature maps, pooling.

use super::budgets::Budgets;
use super::features::FeatureMap;
use super::resampler::Fewer;
use super::swin::Swin;
use leptos::prelude::*;

#[component]
pub fn Cards() -> impl IntoView {
    view! {
        <div class="pair">
            <div class="stack"><Budgets/> <FeatureMap/></div>
            <div class="stack"><Swin/> <Fewer/></div>
        </div>
    }
}

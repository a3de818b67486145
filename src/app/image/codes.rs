//! The codebook of the picture on the screen: fitted by the worker on the picture's own patches.

use super::cut::{How, Picture};
use super::jobs::{FitCodes, Fitted, Refusal};
use super::{Status, arrived, cut_up, refuse};
use crate::store::Store;
use crate::worker::NoAnswer;
use leptos::prelude::*;
use std::rc::Rc;
use wasm_bindgen_futures::spawn_local;

/// The codebook if it is there; else it is asked for.
pub fn fitted(store: Store, picture: &Rc<Picture>, how: &How) -> Option<Rc<Fitted>> {
    let lane = store.image;
    let of = (lane.asked.get_value()?, how.of_codes());
    let known = lane.fitted.get_value().filter(|(asked, how, _)| (asked, how) == (&of.0, &of.1));
    if let Some((.., fitted)) = known {
        return fitted;
    }
    lane.fitted.set_value(Some((of.0, of.1.clone(), None)));
    lane.status.set(Status::Fitting(0.0));
    let image = picture.of.image.clone();
    let job = FitCodes { image, patch: how.patch as u64, codes: how.codes, seed: how.seed };
    spawn_local(async move {
        let told = move |share| {
            lane.status.maybe_update(|status| {
                // the reader may have gone back to patches
                let fits = matches!(status, Status::Fitting(_));
                if fits {
                    *status = Status::Fitting(share);
                }
                fits
            });
        };
        match lane.fitter.get_value().run(job, told).await {
            Ok(fitted) => {
                lane.fitted.set_value(Some((of.0, of.1, Some(Rc::new(fitted)))));
                arrived(store, cut_up(store));
            }
            Err(NoAnswer::Replaced) => {}
            Err(NoAnswer::Failed(_)) => {
                lane.fitted.set_value(None);
                refuse(store, Refusal::new("failed"));
            }
        }
    });
    None
}

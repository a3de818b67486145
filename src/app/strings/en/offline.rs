//! The page without a network, in English.

use crate::offline_facts::{Hindrance, Offline as State, Trouble};
use crate::strings::Offline;

pub static OFFLINE: Offline = Offline {
    title: "Offline",
    state: |state| {
        match state {
        State::NotYet => "Not yet: the copy for offline use is made once the first picture stands.".into(),
        State::Coming => "Not yet: the copy for offline use is on its way.".into(),
        State::Works => "Works offline: open this address again without a network, and the page is there.".into(),
        State::Impossible(Hindrance::Single) => {
            "Works offline: this is the single file, and what it holds needs no network.".into()
        }
        State::Impossible(Hindrance::Frame) => {
            "Not possible here: inside another page no copy is made. Open Locus on its own for that.".into()
        }
        State::Impossible(Hindrance::Insecure) => {
            "Not possible here: browsers keep pages for offline use only from https or from this computer. The single file works anywhere.".into()
        }
        State::Impossible(Hindrance::Blocked) => {
            "Not possible here: this browser has no service worker, or its storage is blocked. The single file works anywhere.".into()
        }
        State::Impossible(Hindrance::Saving) => {
            "Not made: this browser is set to save data, and the copy has some megabytes.".into()
        }
        State::Impossible(Hindrance::Build) => "Not possible here: this site was built without a copy for offline use.".into(),
        State::Failed(why) => format!("Not possible now: {}. The next visit tries again.", reason(why)),
    }
    },
    always: |packs| {
        format!("Always there: every panel, both languages, the samples, and these: {}.", packs.join(" · "))
    },
    more: "Make available offline",
    word_vectors: |name| format!("{name} word vectors"),
    positions: "trained positions",
    trouble: |name, why| format!("{name} is not available offline: {}.", reason(why)),
    close: "Close",
    update: "A newer Locus is ready. This page goes on with the one that you began with.",
    reload: "Reload",
    later: "Later",
    others: |n| {
        let windows = if n == 1 { "another window shows".into() } else { format!("{n} other windows show") };
        format!("Not yet: {windows} Locus too. Close what is not needed there, then reload.")
    },
};

fn reason(why: Trouble) -> String {
    match why {
        Trouble::Quota => "the browser has no room for it".into(),
        Trouble::Network => "the network did not answer".into(),
        Trouble::Changed => "the host has a newer file, which belongs to the next version".into(),
        Trouble::Http(status) => format!("the host answered HTTP {status}"),
        Trouble::Blocked => "the browser blocks storage".into(),
        Trouble::Other => "the browser could not store it".into(),
    }
}

//! Whether the page works without a network, and why not: typed, so that each language of the page has words of its own.

/// Where the copy of the page on this device stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Offline {
    /// Nothing was asked for: the first picture comes first.
    NotYet,
    /// The files are on their way into the browser's storage.
    Coming,
    Works,
    Impossible(Hindrance),
    Failed(Trouble),
}

/// What keeps a page from having a service worker.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Hindrance {
    /// None is needed: all is in one file.
    Single,
    /// The page stands in another one.
    Frame,
    /// Neither https nor this computer itself.
    Insecure,
    /// The browser has none, or blocks storage.
    Blocked,
    /// The reader has asked the browser to save data.
    Saving,
    /// The site was built without one.
    Build,
}

/// Why something was not kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Trouble {
    /// No room.
    Quota,
    Network,
    /// The host has another file than the one that belongs to this version.
    Changed,
    /// The host's answer.
    Http(u16),
    Blocked,
    Other,
}

impl Offline {
    /// `hindrance()` of offline/offline.js; `None` where nothing is in the way.
    pub fn hindered(by: &str) -> Option<Self> {
        let hindrance = match by {
            "" => return None,
            "single" => Hindrance::Single,
            "frame" => Hindrance::Frame,
            "insecure" => Hindrance::Insecure,
            "saving" => Hindrance::Saving,
            "build" => Hindrance::Build,
            _ => Hindrance::Blocked,
        };
        Some(Offline::Impossible(hindrance))
    }

    /// What `begin()` of offline/offline.js tells.
    pub fn told(state: &str, status: u16) -> Self {
        match state {
            "works" => Offline::Works,
            "coming" => Offline::Coming,
            why => Offline::Failed(Trouble::told(why, status)),
        }
    }
}

impl Trouble {
    pub fn told(why: &str, status: u16) -> Self {
        match why {
            "quota" => Trouble::Quota,
            "network" => Trouble::Network,
            "changed" => Trouble::Changed,
            "http" => Trouble::Http(status),
            "blocked" => Trouble::Blocked,
            _ => Trouble::Other,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_of_the_script_are_known() {
        assert_eq!(Offline::hindered(""), None);
        assert_eq!(Offline::hindered("frame"), Some(Offline::Impossible(Hindrance::Frame)));
        assert_eq!(Offline::hindered("new"), Some(Offline::Impossible(Hindrance::Blocked)));
        assert_eq!(Offline::told("works", 0), Offline::Works);
        assert_eq!(Offline::told("http", 404), Offline::Failed(Trouble::Http(404)));
        assert_eq!(Offline::told("new", 0), Offline::Failed(Trouble::Other));
    }
}

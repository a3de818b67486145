//! 断网使用。

use crate::offline_facts::{Hindrance, Offline as State, Trouble};
use crate::strings::Offline;

pub static OFFLINE: Offline = Offline {
    title: "离线使用",
    state: |state| match state {
        State::NotYet => "还不能离线：第一幅图画好之后，才开始保存离线副本。".into(),
        State::Coming => "还不能离线：离线副本正在保存。".into(),
        State::Works => "可以离线使用：断网后再打开这个地址，页面照常可用。".into(),
        State::Impossible(Hindrance::Single) => "可以离线使用：这是单文件版，其中的内容都不需要网络。".into(),
        State::Impossible(Hindrance::Frame) => {
            "这里不能离线：嵌在别的网页里时不保存副本，单独打开 Locus 即可。".into()
        }
        State::Impossible(Hindrance::Insecure) => {
            "这里不能离线：浏览器只为 https 网站或本机保存离线副本。单文件版在哪里都能用。".into()
        }
        State::Impossible(Hindrance::Blocked) => {
            "这里不能离线：浏览器没有 Service Worker，或者禁用了存储。单文件版在哪里都能用。".into()
        }
        State::Impossible(Hindrance::Saving) => {
            "没有保存：浏览器开着“节省流量”，而离线副本有好几兆字节。".into()
        }
        State::Impossible(Hindrance::Build) => "这里不能离线：这个网站构建时没有加入离线副本。".into(),
        State::Failed(why) => format!("暂时不能离线：{}。下次打开时会再试。", reason(why)),
    },
    always: |packs| format!("始终可用：全部面板、两种语言、样例，以及：{}。", packs.join(" · ")),
    more: "另可离线保存",
    word_vectors: |name| format!("{name} 词向量"),
    positions: "训练好的位置表",
    trouble: |name, why| format!("{name} 没有存下来：{}。", reason(why)),
    close: "关闭",
    update: "Locus 有了新版本。本页继续使用打开时的版本。",
    reload: "重新加载",
    later: "稍后",
    others: |n| format!("还有 {n} 个窗口开着 Locus，暂时不能更新。先关掉不用的，再重新加载。"),
};

fn reason(why: Trouble) -> String {
    match why {
        Trouble::Quota => "浏览器的存储空间不够".into(),
        Trouble::Network => "网络没有响应".into(),
        Trouble::Changed => "服务器上的文件已经更新，属于下一个版本".into(),
        Trouble::Http(status) => format!("服务器返回 HTTP {status}"),
        Trouble::Blocked => "浏览器禁用了存储".into(),
        Trouble::Other => "浏览器没能保存".into(),
    }
}

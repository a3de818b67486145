//! Strings of what makes pre-tokenisers differ, far likelier than in random text.

use proptest::prelude::*;

pub fn nasty() -> impl Strategy<Value = String> {
    let part = prop_oneof![
        4 => "[ \\t\\r\\n\u{a0}\u{3000}\u{85}\u{2028}]{1,4}",
        4 => "'(?:s|S|ſ|t|T|re|RE|rE|ve|m|M|ll|lL|d|D|l|r|x)",
        4 => "[a-zA-Zéßǅʰªİ]{1,4}",
        3 => "[0-9٣Ⅷ½²]{1,5}",
        3 => "[!-/:-@\\[-`{-~。，・゠「]{1,3}",
        3 => "[一龥龦狗咬人㐀𠀀ぁゟ゠ヿ\u{3040}]{1,4}",
        2 => "[\u{301}\u{308}\u{20d0}\u{93c}]{1,3}",
        2 => "[\u{0}\u{7f}\u{ad}\u{200b}\u{200d}\u{feff}\u{e000}\u{378}\u{e0041}\u{e0100}\u{10ffff}▁]{1,2}",
        1 => "\\PC{1,3}",
        1 => any::<char>().prop_map(String::from),
        1 => "[a-z]{60,80}",
        1 => "(?:the|dog|ing|tion|人工智能|function|return|  )( (?:and|of|world|你好)){0,4}",
    ];
    prop::collection::vec(part, 0..9).prop_map(|parts| parts.concat())
}

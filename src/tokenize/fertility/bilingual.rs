//! One small text in English and in Chinese, sentence by sentence, on which tokenizers are compared.
//!
//! Written for Locus, under its licence: everyday life, news, science, numbers and names, none of it translated from the one
//! language word by word. It is short; what is measured on it holds for texts like it.

/// (English, Chinese).
#[rustfmt::skip] // a table: one pair a row
pub const SENTENCES: &[(&str, &str)] = &[
    ("The dog that bit the postman yesterday is asleep under the kitchen table.", "昨天咬了邮递员的那只狗正在厨房的桌子底下睡觉。"),
    ("My grandmother makes the best dumplings in our street, and she never measures anything.", "我奶奶包的饺子是我们这条街上最好吃的，而且她从来不用称什么。"),
    ("If it rains on Saturday we will stay at home and play chess; otherwise we will climb the hill behind the school.", "星期六要是下雨，我们就待在家里下棋；不然就去爬学校后面的那座山。"),
    ("The train to Shanghai leaves from platform 12 at 8:45 and takes about four and a half hours.", "开往上海的火车八点四十五分从12号站台发车，大约要走四个半小时。"),
    ("Please turn off the lights when you leave, and don't forget to lock the door.", "离开时请关灯，也别忘了锁门。"),
    ("In 2023 the city opened three new libraries, and more than 60,000 people borrowed a book for the first time.", "2023年，这座城市新开了三家图书馆，有六万多人第一次借了书。"),
    ("The price of vegetables has risen by eight percent since last winter, mainly because of the drought in the north.", "去年冬天以来，蔬菜价格上涨了百分之八，主要原因是北方的干旱。"),
    ("Doctors at the university hospital say that most patients recover within two weeks without any medicine.", "大学附属医院的医生说，大多数病人不用吃药，两周之内就能康复。"),
    ("The committee will meet again in March to decide whether the old bridge should be repaired or replaced.", "委员会将在三月份再次开会，决定那座旧桥是维修还是重建。"),
    ("Water boils at a lower temperature on a mountain, because the pressure of the air is smaller there.", "山上的水在较低的温度就会沸腾，因为那里的气压比较小。"),
    ("A neural network learns by changing millions of numbers a little at a time, until its mistakes become rare.", "神经网络一点一点地改变几百万个数字，直到错误变得很少，这就是它的学习过程。"),
    ("Light needs eight minutes to travel from the sun to the earth, and four years to the next star.", "光从太阳到地球要走八分钟，到下一颗恒星则要走四年。"),
    ("Whales are not fish: they breathe air, and they feed their young with milk.", "鲸鱼不是鱼：它们呼吸空气，还用乳汁喂养幼崽。"),
    ("Every whole number larger than one is a product of primes, and in only one way.", "每一个大于一的整数都可以写成素数的乘积，而且写法只有一种。"),
    ("She read the letter twice, folded it carefully, and put it back into the drawer without saying a word.", "她把信读了两遍，小心地折好，一句话也没说就放回了抽屉。"),
    ("Long ago people thought that the stars were small holes in the sky through which a great fire could be seen.", "很久以前，人们以为星星是天上的小洞，透过它们可以看见一团大火。"),
    ("Save the file, close the window, and start the program again if the error is still there.", "保存文件，关闭窗口；如果错误还在，就重新启动程序。"),
    ("What you say is true, but it is not the whole truth.", "你说的是真话，但不是全部的真相。"),
    ("Whoever finds the key should bring it to the office on the second floor before five o'clock.", "谁捡到了钥匙，请在五点以前送到二楼的办公室。"),
    ("The museum is closed on Mondays, but children under twelve may enter free of charge on every other day.", "博物馆星期一闭馆，其他日子十二岁以下的儿童可以免费参观。"),
    ("Rivers carry sand and mud down to the sea, and in this way whole plains have been built over thousands of years.", "河流把泥沙带到海里，经过几千年，就这样堆出了整片的平原。"),
    ("The company has promised to use only electricity from wind and sun within the next ten years.", "这家公司承诺，十年之内只使用风力和太阳能发的电。"),
    ("He learned to play the violin late in life, and practised every evening until his neighbours complained.", "他上了年纪才学拉小提琴，每天晚上都练，直到邻居们提出意见。"),
    ("Paper was invented in China about two thousand years ago, and printing followed some centuries later.", "纸是大约两千年前在中国发明的，几百年以后又有了印刷术。"),
    ("A language model does not see letters or characters: it sees the numbers of the pieces into which a text was cut.", "语言模型看到的不是字母，也不是汉字，而是文本切成的一个个片段的编号。"),
    ("Two teams of engineers measured the same tunnel from both ends, and their results differed by only three millimetres.", "两队工程师从两头测量同一条隧道，结果只相差三毫米。"),
    ("Knead the dough for ten minutes, cover it with a cloth, and let it rest in a warm place for an hour.", "面团揉十分钟，盖上布，放在暖和的地方醒一个小时。"),
    ("Nobody is bound to answer a letter that was never sent.", "没有寄出的信，谁也不必回。"),
    ("The moon always shows us the same side, because it turns around itself once in every journey around the earth.", "月亮总是以同一面对着我们，因为它绕地球一圈，自己也正好转一圈。"),
    ("After the meeting the manager thanked everybody, shook hands with the guests, and drove to the airport at once.", "会后经理向大家表示感谢，和客人们一一握手，随即开车去了机场。"),
    ("If you want to know how deep a lake is, ask the people who fish in it, not those who paint it.", "想知道湖有多深，要问在湖里打鱼的人，不要问画湖的人。"),
    ("The exact value cannot be given, but it lies between 0.5 and 0.75.", "确切的数值无法给出，但它在0.5和0.75之间。"),
];

/// The English text, a sentence a line.
pub fn english() -> String {
    joined(|(english, _)| english)
}

/// The Chinese text, a sentence a line.
pub fn chinese() -> String {
    joined(|(_, chinese)| chinese)
}

fn joined(side: impl Fn(&(&'static str, &'static str)) -> &'static str) -> String {
    SENTENCES.iter().map(side).collect::<Vec<_>>().join("\n")
}

#[cfg(test)]
mod tests {
    use super::super::script::{self, Script};
    use super::*;

    #[test]
    fn each_side_is_of_its_language() {
        let share = |text: &str, script| {
            let letters = text.chars().filter(|c| script::of(*c) == Some(script)).count();
            letters as f64 / text.chars().count() as f64
        };
        assert!(share(&english(), Script::Latin) > 0.75 && share(&english(), Script::Han) == 0.0);
        assert!(share(&chinese(), Script::Han) > 0.8 && share(&chinese(), Script::Latin) == 0.0);
        assert_eq!(english().lines().count(), chinese().lines().count());
    }
}

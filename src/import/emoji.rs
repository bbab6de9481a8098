//! Pictures that are written by their names: `:tada:`. VitePress knows them without being asked, Python's Markdown with
//! an extension; here they are written as characters.

/// The names that are used most, each with its character.
const TABLE: &str = "\
    +1 👍 -1 👎 100 💯 alarm_clock ⏰ alien 👽 angry 😠 apple 🍎 arrow_down ⬇️ arrow_left ⬅️ arrow_right ➡️ \
    arrow_up ⬆️ art 🎨 ballot_box_with_check ☑️ bangbang ‼️ bar_chart 📊 battery 🔋 bear 🐻 beer 🍺 \
    beers 🍻 bell 🔔 birthday 🎂 black_cat 🐈‍⬛ blue_book 📘 blue_heart 💙 blush 😊 bomb 💣 book 📖 \
    bookmark 🔖 bookmark_tabs 📑 books 📚 boom 💥 brain 🧠 briefcase 💼 broken_heart 💔 broom 🧹 bug 🐛 \
    building_construction 🏗️ bulb 💡 busts_in_silhouette 👥 calendar 📆 camera 📷 card_file_box 🗃️ cat 🐱 \
    chart_with_downwards_trend 📉 chart_with_upwards_trend 📈 checkered_flag 🏁 cherry_blossom 🌸 clap 👏 \
    clipboard 📋 closed_book 📕 closed_lock_with_key 🔐 cloud ☁️ coffee ☕ cold_sweat 😰 computer 💻 \
    confetti_ball 🎊 confused 😕 construction 🚧 construction_worker 👷 cookie 🍪 cool 🆒 crab 🦀 \
    credit_card 💳 crossed_fingers 🤞 crown 👑 cry 😢 crystal_ball 🔮 dart 🎯 dash 💨 date 📅 \
    desktop_computer 🖥️ dizzy 💫 dog 🐶 dollar 💵 door 🚪 dragon 🐉 earth_africa 🌍 earth_americas 🌎 \
    earth_asia 🌏 electric_plug 🔌 elephant 🐘 email ✉️ envelope ✉️ exclamation ❗ eyeglasses 👓 eyes 👀 \
    facepalm 🤦 factory 🏭 fire 🔥 fish 🐟 flags 🎏 floppy_disk 💾 fork_and_knife 🍴 gear ⚙️ gem 💎 ghost 👻 \
    gift 🎁 globe_with_meridians 🌐 goal_net 🥅 green_apple 🍏 green_book 📗 green_circle 🟢 green_heart 💚 \
    grimacing 😬 grin 😁 grinning 😀 hammer 🔨 hammer_and_wrench 🛠️ handshake 🤝 hatching_chick 🐣 \
    heart ❤️ heart_eyes 😍 heavy_check_mark ✔️ heavy_exclamation_mark ❗ heavy_multiplication_x ✖️ \
    heavy_plus_sign ➕ herb 🌿 hourglass ⌛ hourglass_flowing_sand ⏳ house 🏠 hugs 🤗 inbox_tray 📥 \
    information_source ℹ️ innocent 😇 jigsaw 🧩 joy 😂 key 🔑 keyboard ⌨️ kissing_heart 😘 label 🏷️ \
    large_blue_circle 🔵 laughing 😆 leaves 🍃 ledger 📒 link 🔗 lipstick 💄 lock 🔒 lock_with_ink_pen 🔏 \
    lollipop 🍭 loud_sound 🔊 loudspeaker 📢 mag 🔍 mag_right 🔎 mage 🧙 magic_wand 🪄 mailbox 📫 mega 📣 \
    memo 📝 microscope 🔬 money_with_wings 💸 moneybag 💰 monkey 🐒 moon 🌔 mouse 🐭 muscle 💪 mute 🔇 \
    nail_care 💅 necktie 👔 nerd_face 🤓 neutral_face 😐 new 🆕 newspaper 📰 no_entry ⛔ no_entry_sign 🚫 \
    notebook 📓 octopus 🐙 ok 🆗 ok_hand 👌 open_book 📖 open_file_folder 📂 open_hands 👐 orange_book 📙 \
    outbox_tray 📤 owl 🦉 package 📦 page_facing_up 📄 page_with_curl 📃 paperclip 📎 partying_face 🥳 \
    passport_control 🛂 paw_prints 🐾 pencil 📝 pencil2 ✏️ penguin 🐧 pensive 😔 phone ☎️ pill 💊 pizza 🍕 \
    point_down 👇 point_left 👈 point_right 👉 point_up ☝️ poop 💩 pray 🙏 printer 🖨️ purple_heart 💜 \
    pushpin 📌 question ❓ rabbit 🐰 racing_car 🏎️ rage 😡 rainbow 🌈 raised_hand ✋ raised_hands 🙌 \
    raising_hand 🙋 recycle ♻️ red_circle 🔴 repeat 🔁 revolving_hearts 💞 robot 🤖 rocket 🚀 rofl 🤣 \
    roll_eyes 🙄 rose 🌹 rotating_light 🚨 runner 🏃 sailboat ⛵ sauropod 🦕 scissors ✂️ scream 😱 scroll 📜 \
    see_no_evil 🙈 seedling 🌱 shield 🛡️ ship 🚢 shipit 🐿️ shrug 🤷 skull 💀 sleeping 😴 \
    slightly_smiling_face 🙂 smile 😄 smiley 😃 smirk 😏 snail 🐌 snake 🐍 snowflake ❄️ sob 😭 \
    space_invader 👾 sparkle ❇️ sparkles ✨ sparkling_heart 💖 speak_no_evil 🙊 speech_balloon 💬 star ⭐ \
    star2 🌟 star_struck 🤩 stars 🌠 stop_sign 🛑 stopwatch ⏱️ straight_ruler 📏 stuck_out_tongue 😛 \
    stuck_out_tongue_winking_eye 😜 sunflower 🌻 sunglasses 😎 sunny ☀️ sweat 😓 sweat_smile 😅 symbols 🔣 \
    taco 🌮 tada 🎉 tag 🏷️ telephone ☎️ telescope 🔭 test_tube 🧪 thinking 🤔 thought_balloon 💭 \
    thumbsdown 👎 thumbsup 👍 toolbox 🧰 tools 🛠️ traffic_light 🚥 triangular_flag_on_post 🚩 \
    triangular_ruler 📐 trophy 🏆 truck 🚚 tulip 🌷 turtle 🐢 twisted_rightwards_arrows 🔀 umbrella ☔ \
    unamused 😒 unicorn 🦄 unlock 🔓 upside_down_face 🙃 v ✌️ video_camera 📹 vs 🆚 vulcan_salute 🖖 \
    warning ⚠️ wastebasket 🗑️ watch ⌚ wave 👋 weary 😩 whale 🐳 whale2 🐋 white_check_mark ✅ \
    white_large_square ⬜ wind_face 🌬️ wink 😉 woozy_face 🥴 world_map 🗺️ wrench 🔧 writing_hand ✍️ x ❌ \
    yellow_heart 💛 yum 😋 zap ⚡ zipper_mouth_face 🤐 zzz 💤 \
";

/// What begins with `:name:`, and how long that is; `None` when the name is not known. Between words and digits a colon
/// is a colon.
pub(crate) fn emoji(rest: &str, before: &str) -> Option<(String, usize)> {
    if before.ends_with(|c: char| c.is_alphanumeric() || c == ':') {
        return None;
    }
    let (name, _) = rest.strip_prefix(':')?.split_once(':')?;
    let is_name = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || matches!(c, '_' | '+' | '-');
    if name.is_empty() || !name.chars().all(is_name) {
        return None;
    }
    let mut words = TABLE.split_whitespace();
    while let (Some(known), Some(character)) = (words.next(), words.next()) {
        if known == name {
            return Some((character.to_owned(), name.len() + 2));
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_between_colons() {
        let known = |rest, before| emoji(rest, before).map(|(character, _)| character);
        assert_eq!(known(":tada: x", "a "), Some("🎉".to_owned()));
        assert_eq!(known(":+1:", ""), Some("👍".to_owned()));
        assert_eq!(known(":100:", "10"), None);
        assert_eq!(known(":unheard_of:", ""), None);
        assert_eq!(known(": x:", ""), None);
        assert_eq!(TABLE.split_whitespace().count() % 2, 0);
    }
}

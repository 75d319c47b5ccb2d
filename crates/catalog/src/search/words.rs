//! How texts are split into words.
//!
//! Letters and digits of every script count; case and the marks of Latin letters do not. Query
//! words in scripts written without spaces are split where the script changes.

/// A word of a query.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Token {
    pub(super) text: String,
    /// Matches whole words only: too short to be looked for inside words.
    pub(super) whole_word: bool,
}

impl Token {
    /// The word and its stems.
    pub(super) fn forms(&self) -> impl Iterator<Item = &str> {
        let text = self.text.as_str();
        let stem =
            |ending: &str, above: usize| text.strip_suffix(ending).filter(|_| text.len() > above);
        std::iter::once(text).chain(stem("es", 3)).chain(stem("s", 2))
    }
}

/// The words of a query, also those inside `camelCase` names.
pub(super) fn tokens(query: &str) -> Vec<Token> {
    let mut spaced = String::with_capacity(query.len() + 8);
    let mut previous: Option<char> = None;
    for c in query.chars() {
        let ends_word = previous.is_some_and(|it| it.is_lowercase() || it.is_numeric());
        if ends_word && c.is_uppercase() {
            spaced.push(' ');
        }
        let script_changes = previous.is_some_and(|it| {
            let (left, right) = (unspaced(it), unspaced(c));
            left != right && it.is_alphanumeric() && c.is_alphanumeric()
        });
        if script_changes {
            spaced.push(' ');
        }
        spaced.push(c);
        previous = Some(c);
    }
    let mut found: Vec<Token> = Vec::new();
    words(&spaced, |word| {
        found.push(Token { text: word.to_owned(), whole_word: false });
    });
    let is_particle = |token: &Token| {
        let mut chars = token.text.chars();
        chars.next().is_some_and(|c| unspaced(c) == Some(Script::Hiragana))
            && chars.next().is_none()
    };
    if !found.iter().all(is_particle) {
        found.retain(|token| !is_particle(token));
    }
    let alone = found.len() == 1;
    for token in &mut found {
        token.whole_word = !alone && token.text.len() == 1;
    }
    found
}

/// Visits the words of a text, lower-cased and without marks on Latin letters.
pub(super) fn words(text: &str, mut visit: impl FnMut(&str)) {
    let mut word = String::new();
    for c in text.chars() {
        if c.is_alphanumeric() || is_mark(c) {
            fold_into(c, &mut word);
        } else if !word.is_empty() {
            visit(&word);
            word.clear();
        }
    }
    if !word.is_empty() {
        visit(&word);
    }
}

/// A text in the form in which words are compared.
pub(super) fn folded(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    text.chars().for_each(|c| fold_into(c, &mut out));
    out
}

/// Combining marks belong to the letter before them.
fn is_mark(c: char) -> bool {
    matches!(c, '\u{300}'..='\u{36f}' | '\u{93c}'..='\u{94d}' | '\u{3099}' | '\u{309a}' | '\u{e31}'..='\u{e4e}')
}

fn fold_into(c: char, out: &mut String) {
    if c.is_ascii() {
        out.push(c.to_ascii_lowercase());
        return;
    }
    if matches!(c, '\u{300}'..='\u{36f}') {
        return;
    }
    // Full-width forms of ASCII.
    if let '\u{ff01}'..='\u{ff5e}' = c
        && let Some(plain) = char::from_u32(u32::from(c) - 0xfee0)
    {
        out.push(plain.to_ascii_lowercase());
        return;
    }
    for lower in c.to_lowercase() {
        match unmarked(lower) {
            Some(plain) => out.push_str(plain),
            None if matches!(lower, '\u{300}'..='\u{36f}') => {}
            None => out.push(lower),
        }
    }
}

/// The base letters of a lower-case Latin letter with a mark.
fn unmarked(c: char) -> Option<&'static str> {
    Some(match c {
        'à'..='å' | 'ā' | 'ă' | 'ą' | 'ǎ' => "a",
        'æ' => "ae",
        'ç' | 'ć' | 'ĉ' | 'ċ' | 'č' => "c",
        'ď' | 'đ' => "d",
        'è'..='ë' | 'ē' | 'ĕ' | 'ė' | 'ę' | 'ě' => "e",
        'ĝ' | 'ğ' | 'ġ' | 'ģ' => "g",
        'ĥ' | 'ħ' => "h",
        'ì'..='ï' | 'ĩ' | 'ī' | 'ĭ' | 'į' | 'ı' => "i",
        'ĵ' => "j",
        'ķ' => "k",
        'ĺ' | 'ļ' | 'ľ' | 'ŀ' | 'ł' => "l",
        'ñ' | 'ń' | 'ņ' | 'ň' => "n",
        'ò'..='ö' | 'ø' | 'ō' | 'ŏ' | 'ő' => "o",
        'œ' => "oe",
        'ŕ' | 'ŗ' | 'ř' => "r",
        'ś' | 'ŝ' | 'ş' | 'š' | 'ș' => "s",
        'ß' => "ss",
        'ţ' | 'ť' | 'ŧ' | 'ț' => "t",
        'ù'..='ü' | 'ũ' | 'ū' | 'ŭ' | 'ů' | 'ű' | 'ų' => "u",
        'ŵ' => "w",
        'ý' | 'ÿ' | 'ŷ' => "y",
        'ź' | 'ż' | 'ž' => "z",
        _ => return None,
    })
}

/// Scripts that are written without spaces between words.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Script {
    Han,
    Hiragana,
    Katakana,
    Thai,
}

fn unspaced(c: char) -> Option<Script> {
    Some(match c {
        '\u{3040}'..='\u{309f}' => Script::Hiragana,
        '\u{30a0}'..='\u{30ff}' | '\u{31f0}'..='\u{31ff}' | '\u{ff66}'..='\u{ff9f}' => {
            Script::Katakana
        }
        '\u{2e80}'..='\u{2fdf}'
        | '\u{3400}'..='\u{4dbf}'
        | '\u{4e00}'..='\u{9fff}'
        | '\u{f900}'..='\u{faff}'
        | '\u{20000}'..='\u{3ffff}' => Script::Han,
        '\u{e00}'..='\u{e7f}' => Script::Thai,
        _ => return None,
    })
}

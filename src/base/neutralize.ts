/** Characters without a glyph, and marks above letters: they can disguise a tag so that only a model reads it. */
const invisible = "\\p{Default_Ignorable_Code_Point}\\p{Cf}\\p{M}";
/** The start of a tag in any spelling: `<`, also small and in full width, blanks and slashes, and the name. */
const tagStart = new RegExp(
  `[<\\uff1c\\ufe64]([\\s/\\uff0f${invisible}]*)(\\p{L}[\\p{L}\\p{N}_:.\\uff3f\\uff1a\\uff0d\\ufe63${invisible}-]{0,80})`,
  "gu",
);
const invisibleCharacters = new RegExp(`[${invisible}]`, "gu");

/** The text with the tags escaped, not removed: removing one from the middle of another would complete that other one. */
export const escapeTags = (text: string, isEscaped: (name: string) => boolean): string =>
  text.replace(tagStart, (match, separators: string, spelled: string) => {
    // A name may also end at a character without a glyph.
    const parts = spelled.normalize("NFKD").toLowerCase().split(invisibleCharacters);
    const isTag = parts.some((_, i) => isEscaped(parts.slice(0, i + 1).join("")));
    return isTag ? `&lt;${separators}${spelled}` : match;
  });

/**
 * Tags with which hosts and models mark their own messages. Tags of code, such as `<user-card>`, are none, nor is
 * `<throughline-context>`: receipts repeat it as agents received it, and it says itself that it holds no instructions.
 */
const hostTag =
  /^(?:antml:.*|system|assistant|human|invoke|user-prompt-submit-hook|throughline-ask|(?:system|assistant|human|developer|user|hook|tool|function|local-command|command|session|environment|untrusted|additional|x)[-_:](?:reminder|messages?|prompt|instructions?|context|details|info|query|results?|use|calls?|invoke|outputs?|stdout|stderr|name|args|contents|parameters?|ask|rules?))$/;

/**
 * Controls of text direction and characters without a glyph, which hide text from a person that a model reads. Joiners and
 * variation selectors are part of emoji and of many scripts, two at most; the letters of a flag end with a mark.
 */
const joiners = "\\u200c\\u200d\\ufe00-\\ufe0f\\u{e0100}-\\u{e01ef}";
const hidden =
  "\\u00ad\\u061c\\u115f\\u1160\\u180e\\u200b\\u200e\\u200f\\u202a-\\u202e\\u2060-\\u206f\\u3164\\ufeff\\uffa0\\u{e0000}-\\u{e00ff}";
const flag = "\\u{1f3f4}[\\u{e0030}-\\u{e0039}\\u{e0061}-\\u{e007a}]{1,6}\\u{e007f}";
const unseen = new RegExp(`(${flag})|([${joiners}]{3,})|[${hidden}]+`, "gu");
const mayBeUnseen = new RegExp(`[${joiners}${hidden}]`, "u");

export function withoutUnseen(text: string): string {
  if (!mayBeUnseen.test(text)) return text;
  return text.replace(unseen, (_, kept: string | undefined, joined: string | undefined) =>
    joined === undefined ? (kept ?? "") : [...joined].slice(0, 2).join(""),
  );
}

/** Recalled text as it is answered: nothing hidden, and no tag that a host would take for its own. */
export const neutralize = (text: string): string => escapeTags(withoutUnseen(text), (name) => hostTag.test(name));

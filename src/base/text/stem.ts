/** Reduces the forms of an English word to one stem (Porter's algorithm, 1980): `exhausting`, `exhausted` → `exhaust`. */
export function stem(word: string): string {
  if (word.length < 3) return word;
  return [pluralsAndTenses, suffixes, endings].reduce((text, step) => step(text), word);
}

const consonant = "[^aeiou]";
const vowel = "[aeiouy]";
const consonants = `${consonant}[^aeiouy]*`;
const vowels = `${vowel}[aeiou]*`;
const measureAbove0 = new RegExp(`^(${consonants})?${vowels}${consonants}`);
const measureIs1 = new RegExp(`^(${consonants})?${vowels}${consonants}(${vowels})?$`);
const measureAbove1 = new RegExp(`^(${consonants})?${vowels}${consonants}${vowels}${consonants}`);
const hasVowel = new RegExp(`^(${consonants})?${vowel}`);
const endsShort = new RegExp(`^${consonants}${vowel}[^aeiouwxy]$`);

function pluralsAndTenses(word: string): string {
  const singular = word.replace(/(ss|i)es$/, "$1").replace(/([^s])s$/, "$1");
  const tense = withoutTense(singular);
  return /y$/.test(tense) && hasVowel.test(tense.slice(0, -1)) ? `${tense.slice(0, -1)}i` : tense;
}

function withoutTense(word: string): string {
  if (word.endsWith("eed")) return measureAbove0.test(word.slice(0, -3)) ? word.slice(0, -1) : word;
  const bare = word.replace(/(ed|ing)$/, "");
  if (bare === word || !hasVowel.test(bare)) return word;
  if (/(at|bl|iz)$/.test(bare)) return `${bare}e`;
  if (/([^aeiouylsz])\1$/.test(bare)) return bare.slice(0, -1);
  return endsShort.test(bare) ? `${bare}e` : bare;
}

const derivedSuffixes: ReadonlyMap<string, string> = new Map([
  ...Object.entries({
    ational: "ate",
    tional: "tion",
    enci: "ence",
    anci: "ance",
    izer: "ize",
    bli: "ble",
    alli: "al",
  }),
  ...Object.entries({ entli: "ent", eli: "e", ousli: "ous", ization: "ize", ation: "ate", ator: "ate", alism: "al" }),
  ...Object.entries({ iveness: "ive", fulness: "ful", ousness: "ous", aliti: "al", iviti: "ive", biliti: "ble" }),
  ...Object.entries({ logi: "log" }),
]);
const adjectiveSuffixes: ReadonlyMap<string, string> = new Map(
  Object.entries({ icate: "ic", ative: "", alize: "al", iciti: "ic", ical: "ic", ful: "", ness: "" }),
);
const secondSuffix = new RegExp(`^(.+?)(${[...derivedSuffixes.keys()].join("|")})$`);
const thirdSuffix = new RegExp(`^(.+?)(${[...adjectiveSuffixes.keys()].join("|")})$`);

const suffixes = (word: string): string =>
  replaceSuffix(replaceSuffix(word, secondSuffix, derivedSuffixes), thirdSuffix, adjectiveSuffixes);

function replaceSuffix(word: string, pattern: RegExp, table: ReadonlyMap<string, string>): string {
  const [, root = "", ending = ""] = pattern.exec(word) ?? [];
  return root !== "" && measureAbove0.test(root) ? root + (table.get(ending) ?? "") : word;
}

const lastSuffix = /^(.+?)(al|ance|ence|er|ic|able|ible|ant|ement|ment|ent|ou|ism|ate|iti|ous|ive|ize|(?<=[st])ion)$/;

function endings(word: string): string {
  const [, root = ""] = lastSuffix.exec(word) ?? [];
  const bare = root !== "" && measureAbove1.test(root) ? root : word;
  const silent = withoutSilentE(bare);
  return silent.endsWith("ll") && measureAbove1.test(silent) ? silent.slice(0, -1) : silent;
}

function withoutSilentE(word: string): string {
  if (!word.endsWith("e")) return word;
  const root = word.slice(0, -1);
  return measureAbove1.test(root) || (measureIs1.test(root) && !endsShort.test(root)) ? root : word;
}

import type { PublicSample } from "./public-sample.js";

/**
 * Why a positive holds no secret that anyone could use; undefined if it may hold one. This does not ask the rules
 * under test, so that a rule that lets more pass does not make its own test easier.
 */
export function placeholderReason({ text, secrets }: PublicSample): string | undefined {
  if (secrets.length === 0)
    return wordsIn(text)
      .map(reasonOf)
      .find((reason) => reason !== undefined);
  const reasons = secrets.map(reasonOf);
  return reasons.every((reason) => reason !== undefined) ? reasons[0] : undefined;
}

/** Scanners that state no secret have one long word in a line, or a value in quotation marks. */
const wordsIn = (text: string) => [
  ...(text.match(/[\w/+-]{20,}|\w{2,4}x{6,}/g) ?? []),
  ...[...text.matchAll(/["'`]([^"'`\s]{3,})["'`]\s*[;,)]?\s*$/g)].map(([, value]) => value ?? ""),
];

function reasonOf(value: string): string | undefined {
  const password = /:\/\/[^:@/]*:([^@]*)@|[?&;]password=([^&;]*)/i.exec(value);
  const secret = password?.[1] ?? password?.[2] ?? value;
  if (/^[a-z]+(?: [a-z]+){3,}$/.test(value)) return "a sentence that describes a value";
  if (/^jdbc:\w+:[^@]*$/.test(value) && password === null) return "an address without a password";
  if (
    /^<[^<>]*>$|^\{[^{}:]*\}$|^\[[^[\]]*\]$|^\$[({A-Z]|\$\{|\{\{|^%\w+%$|^(?:process|os|self|this|config)\./.test(value)
  )
    return "a reference";
  if (isMostlyOneCharacter(value)) return "mostly one character";
  if (/example|placeholder|change_?me|redacted|dummy|fake|your_|xxxx|\*\*\*\*|\.\.\.\./i.test(value))
    return "a word for a placeholder";
  if (
    /^(?=.*[a-z])(?:my|the|test|pass(?:word|wd)?|secret|token|key|api|user|admin|root|foo|bar|value|string|\d|[-_ .])+$/i.test(
      secret,
    )
  )
    return "words for a secret and digits";
  return isMostlyRuns(value.toLowerCase()) || isRepetition(value) ? "a sequence or a repetition" : undefined;
}

function isMostlyOneCharacter(value: string): boolean {
  const counts = new Map<string, number>();
  for (const char of value.toLowerCase()) counts.set(char, (counts.get(char) ?? 0) + 1);
  return Math.max(0, ...counts.values()) * 2 > value.length;
}

/** `12345678-1234-1234`, `abcdefgh…`: at least half are the next of the one before, in runs of four or more. */
function isMostlyRuns(value: string): boolean {
  const codes = [...value.replace(/[^a-z0-9]/g, "")].map((char) => char.charCodeAt(0));
  const runs = codes.reduce<number[]>((lengths, code, i) => {
    if (i > 0 && code === (codes[i - 1] ?? 0) + 1) lengths[lengths.length - 1] = (lengths.at(-1) ?? 0) + 1;
    else lengths.push(1);
    return lengths;
  }, []);
  return runs.filter((length) => length >= 4).reduce((sum, length) => sum + length, 0) * 2 >= Math.max(8, codes.length);
}

/** A block of a few characters at least three times. */
const isRepetition = (value: string) => /^(.{2,10}?)\1{2,}/i.test(value);

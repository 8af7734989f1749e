import rows from "../../../../data/secret-forms.json" with { type: "json" };
import lists from "../../../../data/secret-words.json" with { type: "json" };
import { entropy } from "../heuristics/entropy.js";
import { isDummy, isDummyLogin, isPlaceholder } from "../heuristics/is-placeholder.js";
import { isAtLeast, looksOf } from "../heuristics/looks.js";
import { mayNameSecret, passwordWords } from "../rules/secret-names.js";
import type { Detector, Scan } from "../scan/scan.js";

/** A place where secrets are written: in commands, settings, files and messages. */
export interface WrittenForm {
  readonly rule: string;
  /** An example, or why it has this form. */
  readonly why?: string;
  /** Keywords in lower case, or the list of `secret-words.json` that has them. */
  readonly words: readonly string[] | WordList;
  /** An option of the command that the keywords name, for a secret: `-p ` takes the next word, `-p` the rest of its own. */
  readonly option?: string;
  /** What must be before and behind the keyword. One has a group `value`; a group `name` must be the name of a secret. */
  readonly before?: string;
  readonly after?: string;
  /** Whether the expressions are read without regard to case. */
  readonly anyCase?: boolean;
  /** What the value must be. */
  readonly is: keyof typeof checks;
}

const aboutPhrases = /pass|phrase|secret|key|parol|mot de|\$\{/i;

type WordList = "passwords" | "codes" | "phrases";

const wordsIn = (list: readonly string[] | WordList): readonly string[] =>
  list === "passwords" ? passwordWords : typeof list === "string" ? lists[list] : list;

type Check = (value: string, scan: Scan, start: number) => boolean;

const isUnfamiliar = (value: string) => !isPlaceholder(value) && !isDummy(value);

const checks = {
  any: () => true,
  given: (value) => !isPlaceholder(value),
  unfamiliar: isUnfamiliar,
  password: (value) => looksOf(value) !== "other",
  /** Whatever a command takes for a secret. */
  argument: (value) => isUnfamiliar(value) && !/^[./~@]|^\w+\/|^[A-Z]:\\|^[a-z]{1,10}[^\w]{0,2}$/.test(value),
  varied: (value) => !isPlaceholder(value) && entropy(value, 0, value.length) > 2.75,
  /** Unlike what else is written there. */
  near: (value) => isAtLeast(looksOf(value), "chosen"),
  code: (value) => /\d{3}/.test(value.replace(/[- ]/g, "")) && !/^(?:19|20)\d\d$/.test(value),
  /** Words, of which hardly one is as short as many are in a sentence. */
  phrase: (value) =>
    !aboutPhrases.test(value) &&
    value.split(" ").filter((word) => word.length < 4).length * 5 <= value.split(" ").length,
  drawn: (value, scan, start) => !isPlaceholder(value) && scan.isDrawn(start, start + value.length),
  /** Base64 of a user and a password. */
  login: (value) =>
    /^[\w.@+$-]{1,100}:[\x21-\x7e]{3,}$/.test(Buffer.from(value, "base64").toString("latin1")) && !isDummyLogin(value),
  /** Neither a member of an object nor the name of the role, as in examples. */
  new: (value, { text }, start) =>
    isUnfamiliar(value) &&
    !/^[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)+$/.test(value) &&
    !text.slice(Math.max(0, start - 100), start).includes(` ${value} `),
} satisfies Record<string, Check>;

const maxBefore = 160;
const maxAfter = 1040;

const argument =
  "\\\\?[\"']?(?<value>(?<=\")[^\"$\\n]{5,100}(?=\")|(?<=')[^'$\\n]{5,100}(?=')|[^-\\s\"'\\\\][^\\s\"'\\\\]{4,127})";
const behindOption = (option: string) =>
  `^\\S{0,20}(?=\\s)[^\\r\\n]{0,200}?\\s(?:${option.trim()})${option.endsWith(" ") ? "[\\s=:]\\s{0,4}" : ""}${argument}`;

export function writtenForm({ rule, words, anyCase, is, option, ...expressions }: WrittenForm): Detector {
  const compile = (source: string | undefined) =>
    source === undefined ? undefined : new RegExp(source, anyCase ? "i" : "");
  const [before, after] = [
    compile(expressions.before),
    compile(option === undefined ? expressions.after : behindOption(option)),
  ];
  const check: Check = checks[is];
  return {
    words: wordsIn(words),
    detect(scan, start, end) {
      const { text } = scan;
      scan.steps += 32;
      const right = after?.exec(text.slice(end, end + maxAfter));
      if (after && !right) return;
      const left = before?.exec(text.slice(Math.max(0, start - maxBefore), start));
      if (before && !left) return;
      const name = left?.groups?.name ?? right?.groups?.name;
      if (name !== undefined && !mayNameSecret(name)) return;
      const inLeft = left?.groups?.value;
      const value = inLeft ?? right?.groups?.value ?? "";
      scan.steps += value.length;
      const from =
        left && inLeft !== undefined
          ? start - left[0].length + left[0].lastIndexOf(inLeft)
          : end + (right?.index ?? 0) + (right?.[0].lastIndexOf(value) ?? 0);
      if (value !== "" && check(value, scan, from)) scan.report(rule, from, from + value.length);
    },
  };
}

export const secretForms = rows as readonly WrittenForm[];

export const writtenForms: readonly Detector[] = secretForms.map(writtenForm);

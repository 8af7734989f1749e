import { isPasswordLike } from "../heuristics/classify-value.js";
import { isPlaceholder } from "../heuristics/is-placeholder.js";
import type { Detector } from "../scan/scan.js";
import { wordList } from "../scan/word-list.js";
import { writtenForm } from "./written-forms.js";

const argument = String.raw`\\?["']?(?![^\s"'\x60\\]*[(){}<>])(?<value>[^-/.\s"'\x60\\][^\s"'\x60\\]{5,255})`;
/** In the line that begins with the command. */
const option = (flag: string) =>
  new RegExp(String.raw`^[^\r\n]{0,200}?\s${flag}["']?(?<value>[^-\s"'\\][^\s"'\\]{5,127})`);
const isPassword = (value: string) => isPasswordLike(value);

/** Commands that take a password as an option: their words, and what is behind them. */
const passwordOptions: readonly (readonly [words: readonly string[], after: RegExp])[] = [
  [["docker login", "podman login"], option(String.raw`-p\s{0,4}`)],
  [["mysql", "7z "], option("-p")],
  [["sqlplus"], /^\s+[\w.-]{1,64}\/(?<value>[^\s"'\\/@]{6,128})@/],
  [["redis-cli"], option(String.raw`-a\s{1,4}`)],
  [["ldapsearch"], option(String.raw`-w\s{1,4}`)],
  [["smbclient"], option(String.raw`-U\s{1,4}["']?[^\s%"']{1,64}%`)],
  [["htpasswd"], /^\s+-\w*b\w*\s+\S{1,100}\s+\S{1,64}\s+["']?(?<value>[^\s"'\\]{6,128})/],
  [["chpasswd"], /^\s{0,4}<<<\s{0,4}["']?[\w.-]{1,32}:(?<value>[^\s"'|\\]{6,128})/],
  [[" -passin ", " -passout "], /^pass:["']?(?<value>[^\s"'\\]{6,128})/],
  [["convertto-securestring "], /^(?:-string )?["'](?<value>[^\s"'\\]{6,128})/i],
];

/** Passwords and tokens of command lines; with `=` the value is found as an assignment. */
export const commandPasswords: readonly Detector[] = [
  ...passwordOptions.map(([words, after]) =>
    writtenForm({ rule: "command-password", words, after, isSecret: isPassword }),
  ),
  writtenForm({
    rule: "command-flag",
    words: ["--password ", "--passwd ", "--pass ", "--passphrase ", "--requirepass ", "sshpass -p ", "sshpass -p"],
    after: new RegExp(`^${argument}`),
    isSecret: (value) => !isPlaceholder(value) && isPasswordLike(value),
  }),
  writtenForm({
    rule: "command-flag",
    words: wordList(
      "token api-key apikey api-token secret secret-key client-secret access-token auth-token access-key private-key",
    ).map((name) => `--${name} `),
    after: new RegExp(`^${argument}`),
    isSecret: (value, scan, start) => !isPlaceholder(value) && scan.isDrawn(start, start + value.length),
  }),
  writtenForm({
    // Other commands have their port, path or project there: the value must be unlike any of them.
    rule: "command-password",
    words: [" -p "],
    after: new RegExp(`^${argument}`),
    isSecret: (value, { text }, start) =>
      isPasswordLike(value, "near") &&
      !/[/:]/.test(value) &&
      (!/^[A-Za-z]+[-_]/.test(value) || hasUser(text.slice(Math.max(0, start - 120), start))),
  }),
  writtenForm({
    // `echo bob:… | chpasswd`, `echo … | sudo -S`
    rule: "command-password",
    words: ["chpasswd", "sudo -s "],
    before: /echo\s+(?:-n\s+)?\\?["']?(?:[\w.-]{1,32}:)?(?<value>[^\s"'|\\]{6,128})\\?["']?\s{0,4}\|\s{0,4}(?:sudo )?$/,
    isSecret: isPassword,
  }),
];

const hasUser = (line: string) => /\s(?:-u|-U|--user(?:name)?|login|ssh\w*)[\s=]/.test(line);

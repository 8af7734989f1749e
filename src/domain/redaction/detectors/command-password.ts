import { isPasswordLike } from "../heuristics/password-like.js";
import type { Detector } from "../scan/scan.js";

/** Commands that take a password behind a short option, and how they take it. */
const commands: readonly { readonly word: string; readonly option: RegExp }[] = [
  { word: "docker login", option: /\s-p\s{0,4}["']?([^\s"'\\]{6,128})/ },
  { word: "podman login", option: /\s-p\s{0,4}["']?([^\s"'\\]{6,128})/ },
  { word: "mysql ", option: /\s-p["']?([^\s"'\\]{6,128})/ },
  { word: "mysqldump ", option: /\s-p["']?([^\s"'\\]{6,128})/ },
  { word: "mysqladmin ", option: /\s-p["']?([^\s"'\\]{6,128})/ },
  { word: "redis-cli ", option: /\s-a\s{1,4}["']?([^\s"'\\]{6,128})/ },
  { word: "ldapsearch ", option: /\s-w\s{1,4}["']?([^\s"'\\]{6,128})/ },
  { word: "smbclient ", option: /\s-U\s{1,4}["']?[^\s%"']{1,64}%([^\s"'\\]{6,128})/ },
  { word: " -passin ", option: /^pass:["']?([^\s"'\\]{6,128})/ },
  { word: " -passout ", option: /^pass:["']?([^\s"'\\]{6,128})/ },
  { word: "convertto-securestring ", option: /^(?:-string )?["']([^\s"'\\]{6,128})/i },
];

const maxCommandLength = 256;

/** The password of a command, in the line that begins with its name. */
export const commandPasswords: readonly Detector[] = commands.map(({ word, option }) => ({
  words: [word],
  detect(scan, start, end) {
    // The blank behind the name may also be the one before the option.
    const from = option.source.startsWith("^") ? end : end - 1;
    const line = /^[^\r\n]*/.exec(scan.text.slice(from, from + maxCommandLength))?.[0] ?? "";
    scan.steps += end - start + line.length;
    const match = option.exec(line);
    const password = match?.[1];
    if (!match || password === undefined || !isPasswordLike(password) || password.startsWith("-")) return;
    const at = from + match.index + match[0].length - password.length;
    scan.report("command-password", at, at + password.length);
  },
}));

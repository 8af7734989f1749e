import { isPlaceholder } from "../heuristics/is-placeholder.js";
import { isPasswordLike } from "../heuristics/password-like.js";
import type { Detector } from "../scan/scan.js";

/** `--password value` and its like; with `=` the value is found as an assignment. */
export const commandFlag: Detector = {
  words: [
    "--password ",
    "--passwd ",
    "--pass ",
    "--passphrase ",
    "--token ",
    "--api-key ",
    "--apikey ",
    "--api-token ",
    "--secret ",
    "--secret-key ",
    "--client-secret ",
    "--access-token ",
    "--auth-token ",
    "--access-key ",
    "--private-key ",
    "sshpass -p ",
    "sshpass -p",
    "--requirepass ",
  ],
  detect(scan, start, end) {
    const { text } = scan;
    const quote = /^\\?["']/.exec(text.slice(end, end + 2))?.[0] ?? "";
    const from = end + quote.length;
    const value = /^[^\s"'`\\]{0,256}/.exec(text.slice(from, from + 256))?.[0] ?? "";
    scan.steps += value.length;
    if (value.length < 6 || isPlaceholder(value) || /^[-/.]|[(){}<>]/.test(value)) return;
    const convincing = text.slice(start, end).includes("pass")
      ? isPasswordLike(value)
      : scan.isDrawn(from, from + value.length);
    if (convincing) scan.report("command-flag", from, from + value.length);
  },
};

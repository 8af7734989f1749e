import { isLibrary } from "../own-frame.js";

/** Lines that report no error, although they may name one. */
const calmLines = [
  /^\s*(?:✓|✔|√|ok\b|PASS(?:ED)?\b)|\bPASSED\b/,
  /^\W*(?:found )?(?:0|no) (?:\w+ ){0,3}(?:errors?|failures?|warnings?|problems?|issues?|vulnerabilities)\b[^\n]{0,40}$/i,
  /^[^\n]*\b(?:failed|failures?|errors?) ?[:=] ?0\b(?![^\n]*\b(?:failed|failures?|errors?|unreachable) ?[:=] ?[1-9])/i,
  /^[^a-z\n]{0,60}\b(?:INFO|DEBUG|TRACE)\b(?![^\n]*(?:BUILD FAILURE|\bERROR\b))/,
  /^npm warn deprecated|\baudited \d+ packages?\b/i,
  /^\s*[-*] (?:Fix(?:ed|es)?|Add(?:ed|s)?|Change[ds]?|Remove[ds]?)\b/,
  /^\s*Successfully \w+\b(?![^\n]*\b(?:but|however)\b)/i,
  /^[\w./-]+\.\w{1,5}:\d+: ?\s*(?:import|export|const|let|var|function|class|def|return|if|throw|raise|\/\/|#|\*)[\s(]/,
];
const isCalm = (line: string) => calmLines.some((pattern) => pattern.test(line)) || statesNoErrorsOnly(line);

/** Errors that a line counts to zero or denies, anywhere in it. */
const absentErrors =
  /\b(?:0|no|zero|without(?: any)?) (?:[\w-]+ ){0,2}?(?:errors?|failures?|failed|failing|warnings?|problems?|issues?|exceptions?|vulnerabilities)(?:\(s\))?(?: (?:or|and|nor) (?:errors?|failures?|warnings?|problems?))?(?! (?:message|text|output|details?|code|handler)\b)(?![\w-])/gi;
const trouble =
  /error|exception|panic|fatal|fail|cannot|can't|could not|unable|not found|denied|refused|no such|missing|invalid|time[d-]? ?out|exit(?:ed)? (?:with )?(?:code|status):? [1-9]/i;

function statesNoErrorsOnly(line: string): boolean {
  const rest = line.replace(absentErrors, "");
  return rest !== line && !trouble.test(rest);
}

/**
 * The lines of an output that can state an error: without what reports success, quoted source code and changes. Source that
 * a traceback quotes names errors that it merely handles or raises.
 */
export function errorText(text: string): string {
  const isDiff = /^diff --git /m.test(text);
  let inFrame = false;
  const lines = withoutNodeSource(withoutWrappedLookups(text))
    .split("\n")
    .filter((line) => {
      if (/^\s*File "[^"]+", line \d+/.test(line)) {
        inFrame = true;
        return !/, in /.test(line);
      }
      inFrame = inFrame && /^\s{4,}/.test(line);
      return !inFrame && !isCalm(line) && !(isDiff && /^[ +-]/.test(line));
    });
  return lines.join("\n");
}

const wrappedLookup =
  /(?<frame> {2}File "(?<file>[^"\n]{1,200})", line \d+[^\n]*\n(?: {4}[^\n]*\n)*)(?:KeyError|IndexError|AttributeError|LookupError)\b[^\n]*\n\s*\n(?=The above exception was the direct cause of)/g;

/** A library that wraps a failed lookup of its own says in its own words what was not found. */
const withoutWrappedLookups = (text: string): string =>
  text.replace(wrappedLookup, (...match) => {
    const { frame = "", file = "" } = match.at(-1) as Record<string, string | undefined>;
    return isLibrary(file) ? frame : String(match[0]);
  });

/** Node quotes the line that throws under its place, and prints the properties of the error with what they contain. */
const withoutNodeSource = (text: string): string =>
  text
    .replace(
      /^(?<place>(?:file:\/\/)?(?:\/|[A-Za-z]:|node:)[^\n]{1,300}:\d{1,6})\n[^\n]*\n(?:[ \t]*\^+\n)/gm,
      "$<place>\n",
    )
    .replace(/(?<=^ {4}at [^\n]* \{\n)(?:[ \t][^\n]*\n)+/gm, (properties) =>
      properties.replace(/^ {4,}[^\n]*\n/gm, ""),
    );

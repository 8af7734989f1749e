import { type Finding, placeholder } from "./finding.js";
import { defaultRedactor, type Redactor, type TextOrigin } from "./redact.js";
import { isLowSurrogate } from "./scan/scan.js";

/** More than any form that spans lines: the largest private key with its marks. */
const reach = 20_480;
const blockSize = 256 * 1024;

export interface StreamRedactor {
  /** Takes the next piece of the text and gives what can be told of the redacted text so far, perhaps nothing. */
  push(piece: string): string;
  /** Gives the rest. */
  end(): string;
  /** What was found up to now, in places of the whole text. */
  readonly findings: readonly Finding[];
}

/**
 * Redacts text that comes in pieces, in memory that does not grow with it. Text is judged with 20 KB before and
 * after it in sight, and cut at ends of lines, so that the result is that of the whole text.
 */
export function createStreamRedactor(redactor: Redactor = defaultRedactor(), origin: TextOrigin = {}): StreamRedactor {
  const findings: Finding[] = [];
  let seen = "";
  let pieces: string[] = [];
  let waiting = 0;
  let offset = 0;

  function give(cutAt: (text: string, found: readonly Finding[]) => number): string {
    const text = seen + pieces.join("");
    const found = redactor.redact(text, origin).findings;
    const cut = cutAt(text, found);
    const shown = found.filter(({ start, end }) => end > seen.length && start < cut);
    const out = write(text, seen.length, cut, shown);
    for (const { rule, start, end } of shown) {
      findings.push({
        rule,
        start: offset + Math.max(start, seen.length) - seen.length,
        end: offset + end - seen.length,
      });
    }
    offset += cut - seen.length;
    const rest = text.slice(cut);
    seen = lastLines(text.slice(0, cut));
    pieces = [rest];
    waiting = rest.length;
    return out;
  }

  return {
    findings,
    push(piece) {
      pieces.push(piece);
      waiting += piece.length;
      return waiting < blockSize + reach ? "" : give((text, found) => lineCut(text, seen.length, found));
    },
    end: () => (waiting === 0 ? "" : give((text) => text.length)),
  };
}

function write(text: string, from: number, to: number, findings: readonly Finding[]): string {
  const parts: string[] = [];
  let at = from;
  for (const { start, end } of findings) {
    parts.push(text.slice(at, Math.max(at, start)), placeholder);
    at = end;
  }
  parts.push(text.slice(at, Math.max(at, to)));
  return parts.join("");
}

/** The last end of a line that leaves enough text to look ahead; never inside a finding, never between two surrogates. */
function lineCut(text: string, from: number, findings: readonly Finding[]): number {
  const latest = text.length - reach;
  const line = text.lastIndexOf("\n", latest) + 1;
  const cut = line > from ? line : latest;
  const across = findings.find(({ start, end }) => start < cut && cut < end);
  if (across) return across.start > from ? across.start : across.end;
  return isLowSurrogate(text.charCodeAt(cut)) ? cut - 1 : cut;
}

function lastLines(text: string): string {
  if (text.length <= reach) return text;
  const line = text.indexOf("\n", text.length - reach) + 1;
  return text.slice(line > 0 && line < text.length ? line : text.length - reach);
}

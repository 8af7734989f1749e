import { type Finding, placeholder } from "./finding.js";
import { defaultRedactor, type Redactor, type TextOrigin } from "./redact.js";
import { isLowSurrogate } from "./scan/scan.js";

/** Longer than any form that spans lines: the largest private key with its header and footer. */
const lookAround = 20_480;
const blockSize = 256 * 1024;

export interface StreamRedactor {
  /** Adds a piece of the text; returns the redacted text that is certain so far, perhaps empty. */
  push(piece: string): string;
  /** Returns the rest. */
  end(): string;
  /** Findings so far, in positions of the whole text. */
  readonly findings: readonly Finding[];
}

/**
 * Redacts text that comes in pieces, in memory that does not grow with it. Text is scanned with 20 KB of context
 * before and after it and cut at line ends, so that the result equals that of the whole text.
 */
export function createStreamRedactor(redactor: Redactor = defaultRedactor(), origin: TextOrigin = {}): StreamRedactor {
  const findings: Finding[] = [];
  let context = "";
  let pieces: string[] = [];
  let pendingLength = 0;
  let offset = 0;

  function emit(cutAt: (text: string, findingsInText: readonly Finding[]) => number): string {
    const text = context + pieces.join("");
    const findingsInText = redactor.redact(text, origin).findings;
    const cut = cutAt(text, findingsInText);
    const shown = findingsInText.filter(({ start, end }) => end > context.length && start < cut);
    const out = writeRedacted(text, context.length, cut, shown);
    for (const { rule, start, end } of shown) {
      findings.push({
        rule,
        start: offset + Math.max(start, context.length) - context.length,
        end: offset + end - context.length,
      });
    }
    offset += cut - context.length;
    const rest = text.slice(cut);
    context = lastLines(text.slice(0, cut));
    pieces = [rest];
    pendingLength = rest.length;
    return out;
  }

  return {
    findings,
    push(piece) {
      pieces.push(piece);
      pendingLength += piece.length;
      return pendingLength < blockSize + lookAround
        ? ""
        : emit((text, findingsInText) => lineCut(text, context.length, findingsInText));
    },
    end: () => (pendingLength === 0 ? "" : emit((text) => text.length)),
  };
}

function writeRedacted(text: string, from: number, to: number, findings: readonly Finding[]): string {
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
  const latest = text.length - lookAround;
  const line = text.lastIndexOf("\n", latest) + 1;
  const cut = line > from ? line : latest;
  const across = findings.find(({ start, end }) => start < cut && cut < end);
  if (across) return across.start > from ? across.start : across.end;
  return isLowSurrogate(text.charCodeAt(cut)) ? cut - 1 : cut;
}

function lastLines(text: string): string {
  if (text.length <= lookAround) return text;
  const line = text.indexOf("\n", text.length - lookAround) + 1;
  return text.slice(line > 0 && line < text.length ? line : text.length - lookAround);
}

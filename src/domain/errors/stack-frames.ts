/** A place that a stack trace names. */
export interface StackFrame {
  readonly file: string;
  readonly line: number;
  /** Undefined where the trace has none. */
  readonly column: number | undefined;
  /** The dotted name of a class where the file has no path. */
  readonly module: string | undefined;
}

/** What bundlers, browsers and runtimes put before the path of a file. */
const origin =
  "(?:file:\\/\\/|(?:webpack|webpack-internal|turbopack|rsc):\\/\\/[^\\s/()]{0,80}\\/(?:\\([\\w-]{1,40}\\)\\/)?|https?:\\/\\/(?:localhost|127\\.0\\.0\\.1)(?::\\d{1,5})?\\/)?(?:\\.\\/)?";
const place = "(?<file>(?:[A-Za-z]:)?[^\\s():?]{1,200})(?:\\?[^\\s():]{0,80})?:(?<line>\\d{1,6}):(?<column>\\d{1,7})";

/** Frames of stack traces by language; in each, the frame where it failed is the first. */
const framePatterns = [
  new RegExp(`\\bat (?:[^\\n(]{0,120}\\()?${origin}${place}\\)?`, "g"),
  /^\s*(?<file>(?:[A-Za-z]:)?\/[^\s:]{1,200}\.go):(?<line>\d{1,6})/gm,
  /\bat (?:\w[\w.]*\/)?(?<module>[\w.$<>]{1,160})\((?<file>\w{1,80}\.(?:java|kt|scala|groovy)):(?<line>\d{1,6})\)/g,
  /panicked at (?:'[^'\n]{0,200}', )?(?<file>[^\s:]{1,200}\.rs):(?<line>\d{1,6})/g,
  /^\s*(?:from )?(?<file>[^\s:<]{1,200}\.rb):(?<line>\d{1,6}):in/gm,
  / in (?<file>(?:[A-Za-z]:)?[^\s:][^\n:]{0,200}\.(?:cs|fs|vb)):line (?<line>\d{1,6})/g,
  / in (?<file>\/[^\s:]{1,200}\.php)(?::| on line )(?<line>\d{1,6})/g,
  /^\s*#\d{1,4} (?<file>(?:[A-Za-z]:)?[^\s:(]{1,200}\.php)\((?<line>\d{1,6})\)/gm,
  /^\s*❯ (?:[^\n]{0,80} )?(?<file>[^\s:]{1,200}\.[cm]?[jt]sx?):(?<line>\d{1,6}):(?<column>\d+)$/gm,
  /^(?<file>[^\s:]{1,200}\.(?:py|swift)):(?<line>\d{1,6}): (?:\w*(?:Error|Exception|Failed)\b|Fatal error)/gm,
  /^(?:[\w.]{1,30}: )?(?<file>[^\s:]{1,200}\.lua):(?<line>\d{1,6}):/gm,
  /^(?<file>\/[^\s:]{1,200}\.[cm]?[jt]sx?):(?<line>\d{1,6})$/gm,
  /^\s*#\d+ 0x[0-9a-f]+ in \S{1,120} (?<file>\/[^\s:]{1,200}):(?<line>\d{1,6})/gm,
  // Browsers other than Chrome, and bundlers without a function's name.
  new RegExp(`^[^\\n@:]{0,120}@${origin}${place}$`, "gm"),
  new RegExp(`\\bwebpack(?:-internal)?:\\/\\/[^\\s/()]{0,80}\\/(?:\\.\\/)?${place}`, "g"),
];

/** The frames of a text, the one where it failed first (in Python: the last of a traceback). */
export function stackFrames(text: string): StackFrame[] {
  const others = framePatterns.flatMap((pattern) => [...text.matchAll(pattern)].map(({ groups }) => toFrame(groups)));
  const frames = /^\s*File "/m.test(text) ? [...pythonFrames(text), ...others] : others;
  return frames.filter(({ file }) => !/\p{Cc}/u.test(file));
}

const toFrame = ({ file = "", line, column, module }: Record<string, string | undefined> = {}): StackFrame => ({
  file,
  module,
  line: Number(line),
  column: column === undefined ? undefined : Number(column),
});

const pythonFrame = /File "(?<file>[^"\n]{1,300})", line (?<line>\d{1,6})/g;

/** The files of Python's tracebacks as they are printed: the outermost first. */
export const tracedFiles = (text: string): string[] =>
  [...text.matchAll(pythonFrame)].map(({ groups }) => groups?.file ?? "");

/** A cause is raised first; what was raised while handling it last. The traceback in question is the innermost own one. */
function pythonFrames(text: string): StackFrame[] {
  const tracebacks = text
    .split(/^(?:During handling of the above|The above exception was)/m)
    .map((one) => [...one.matchAll(pythonFrame)].reverse());
  const isWrapped = text.includes("The above exception was the direct cause");
  return (isWrapped ? tracebacks : tracebacks.reverse()).flat().map(({ groups }) => toFrame(groups));
}

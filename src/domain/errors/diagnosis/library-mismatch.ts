import { tracedFiles } from "../stack-frames.js";
import type { MatchedPattern } from "./failure-pattern.js";

const installed = /(?:site|dist)-packages[\\/](?<name>[\w-]{1,80})/;
/** What Python says when a caller and the code that it calls were not written for each other. */
const disagreement =
  /^(?:E\s+)?(?:\w+\.)*(?:TypeError: (?<callee>[\w.]{1,80})\(\) (?:got an unexpected keyword argument '(?<argument>\w{1,80})'|missing \d+ required|takes )|AttributeError: (?:module '(?<module>[\w.]{1,80})'|'(?<type>\w{1,80})' object|type object '(?<type2>\w{1,80})') has no attribute '(?<attribute>\w{1,80})'|ImportError: cannot import name '?(?<name>\w{1,80})'?)/m;

const packageOf = (file: string) => installed.exec(file)?.groups?.name?.replace(/\.pyx?$/, "");

/**
 * A library that calls another one, or itself, with names that do not exist there: versions that do not fit, unlike the same
 * error in the reader's own code, which is usually a mistake.
 */
export function libraryMismatch(text: string): MatchedPattern | undefined {
  const match = disagreement.exec(text);
  const files = tracedFiles(text);
  // Where libraries refuse an attribute by a function of their own, the caller is one frame further out.
  const caller = files.findLast((file) => !/[\\/]numpy[\\/]__init__\.py$/.test(file));
  const library = caller === undefined ? undefined : packageOf(caller);
  if (match === null || library === undefined || /most likely due to a circular import/.test(text)) return undefined;
  const { callee, argument, module, type, type2, attribute, name } = match.groups ?? {};
  const what = argument
    ? `passes \`${argument}\` to ${callee}, which does not accept it`
    : callee
      ? `calls ${callee} with other arguments than it takes`
      : name
        ? `imports ${name}, which does not exist there`
        : `uses ${module ?? type ?? type2}.${attribute}, which does not exist there`;
  const [line = ""] = /^[^\n]*/.exec(text.slice(match.index)) ?? [];
  return {
    id: "dependency/version-api",
    cause: `The installed version of ${library} does not fit another package: it ${what}`,
    others: [`A known bug of ${library}: search its issues for the message`],
    checks: [
      `\`pip show ${library}\` and \`pip check\`: compare the versions that it requires with those installed`,
      `Upgrade ${library}, or pin the package that it calls to the version before the change`,
    ],
    confidence: 0.88,
    evidence: [line.trim().slice(0, 240)],
  };
}

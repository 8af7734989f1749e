import type { Mention } from "../scan/scan.js";
import type { Hints } from "./features.js";
import { hintsAt, isPasswordFar, isPasswordNear, isTelling, maxLeft, maxRight } from "./hints.js";
import { hasDigitOrSign, isCased, isJoined, isMixed, visitSpans } from "./spans.js";

type VisitCandidate = (start: number, end: number, hints: Hints) => void;

/** Expressions, addresses, files, numbers with a unit, ids, and words with a sign at an end: plainly something else. */
const somethingElse =
  /[()[\]{}<>]|=>|::|->|&&|\|\||:\/\/|^[~.]{0,2}[\w.@-]*\/[\w.@/-]*$|\.(?:com|org|net|io|dev|html?|json|ya?ml|toml|md|rst|txt|xml|css|java|cpp|[cm]?[jt]sx?|py|go|rs|rb|php|sh|sql|png|svg|jpg)(?![a-z\d])|^0x[\da-f]+u?l*$|^[-+]?\d[\d_.,:]*[a-z]{0,3}$|^v\d[\d.]*$|^[\da-f]{8}-[\da-f]{4}-|^\d{4}-\d\d-\d\d|^[$%^+*~?@]|^#(?!.*[!?$])|^[A-Za-z]+[!?*+~^%#$:]+$|^[\da-f]+$/i;

/** Stretches worth scoring: letters with digits or signs anywhere, anything else only near a word about secrets. */
export function visitCandidates(text: string, mentions: readonly Mention[], visit: VisitCandidate): void {
  let next = 0;
  let isNear = false;
  const isWanted = (start: number, end: number, kinds: number) => {
    while (next < mentions.length && (mentions[next] as Mention).end < start - maxLeft) next++;
    isNear = next < mentions.length && (mentions[next] as Mention).start <= end + maxRight;
    return isNear || isMixed(kinds);
  };
  visitSpans(text, isWanted, (start, end, kinds) => {
    const hints = isNear ? hintsAt(mentions, next, start, end) : noHints;
    const isCandidate = hasDigitOrSign(kinds)
      ? isTelling(hints) || (isMixed(kinds) && !somethingElse.test(text.slice(start, end)))
      : isPasswordNear(hints) ||
        (isJoined(kinds) && isTelling(hints)) ||
        (isCased(kinds) && (isPasswordFar(hints) || isTelling(hints)));
    if (isCandidate) visit(start, end, hints);
  });
}

const noHints: Hints = { left: 0, right: 0 };

// Words by which somebody says that a choice was made, why, and instead of what, in the languages that people write to
// agents in. Word ends are told apart by letters, because \b knows only English ones.

const subject = "(?:we|we've|we're|we have|let's|let us|the team)";
const choose =
  "(?:use|using|go with|going with|go for|keep|keeping|switch(?: to)?|move(?: to)?|adopt|avoid|store|stick (?:to|with)|stay with|drop|replace|migrate|standardi[sz]e on|put|make|build|write|add|leave|guard|split|pass|treat|return|support)";
/** What is only about to be looked at. */
const looking = "(?!\\s+(?:sure|a (?:list|note|plan|copy)|it clear|an? (?:quick )?(?:look|attempt)))";

/** A sentence with one of these states a choice. */
export const cues: readonly RegExp[] = [
  /\b(?:decided|chose|opted|settled|agreed)\s+(?:to|on|for|against|that|not|an?|the)\b/i,
  /\b(?:decision|recommendation)(?: is)?:?\s+(?:is\s+)?\S/i,
  new RegExp(
    `\\b${subject}(?:'ll| will| should| shall|'d rather| are going to)?\\s+(?:not\\s+|never\\s+)?${choose}\\b${looking}`,
    "i",
  ),
  /\blet's\s+not\s+(?!\S*\s*(?:forget|worry|rush)\b)\w+/i,
  new RegExp(`\\b(?:so|therefore|thus|hence),?\\s+(?:i|we)\\s+${choose}\\b`, "i"),
  /\b(?:going|went) with\b/i,
  /\b(?:choosing|chose|picked|picking|prefer(?:red)?)\b.{2,}/i,
  /\b(?:i(?:'d| would)? recommend|the (?:better|best) (?:choice|option|approach) is|the approach is to|it(?:'s| is) better to)\b/i,
  new RegExp(`\\bi(?:'d| would) (?:rather |only |just )?${choose}\\b`, "i"),
  /^(?:agreed|fine with|ok(?:ay)? with)[,:]?\s+\S/i,
  new RegExp(`\\b${choose}\\b[^.?!]{2,120}\\b(?:instead of|rather than)\\b`, "i"),
  // German
  /(?:^|\P{L})(?:entschieden|entscheidung|beschlossen)(?:\P{L}|$)|(?:^|\P{L})wir (?:nehmen|verwenden|nutzen|benutzen|bleiben bei|setzen auf|behalten|lassen)(?:\P{L}|$)/iu,
  // Spanish and Portuguese
  /(?:^|\P{L})(?:decid(?:imos|í|ido|i)|optamos|optado|elegimos|escolhemos|usaremos|vamos a usar|vamos usar|nos quedamos con|ficamos com)(?:\P{L}|$)/iu,
  // French
  /(?:^|\P{L})(?:décidé|choisi|opté|(?:on|nous) (?:utilise|garde|prend|utilisons|gardons|prenons))(?:\P{L}|$)/iu,
  // Russian
  /(?:^|\P{L})(?:решил[аи]?|выбрал[аи]?|будем использовать|оставляем)(?:\P{L}|$)/iu,
  // Chinese and Japanese
  /决定|決定|选择了|改用|采用|ことにした|ことにしました|を採用/u,
];

/** Said of oneself and the next step, this is a plan; with a reason or an alternative it is a choice. */
export const intention = new RegExp(`\\bi(?:'ll| will| am going to|'m going to)\\s+${choose}\\b${looking}`, "i");

/** A text without any of these states no choice: most texts, and most sentences of the others, are through after one look. */
export const anyCue =
  /decid|decision|recommend|\bchoos|\bchose|\bopted|\bsettled|agreed|\blet'?s\b|\blet us\b|\bwe(?:'| )|\bi(?:'ll|'m|'d| will| would| am)\b|\b(?:so|therefore|thus|hence),? i\b|\bgoing with|\bwent with|\bpick(?:ed|ing)|\bprefer|\bit(?:'s| is) better|\bthe (?:better|best|approach|team)|instead of|rather than|\bfine with|\bok(?:ay)? with|entsch|beschl|\bwir |optado|optamos|eleg|escolh|usaremos|vamos|quedamos|ficamos|décid|choisi|opté|\bnous |\bon (?:utilise|garde|prend)|реш|выбр|будем|оставл|[决決选改采]|こと|採/i;

export const reasonMark =
  /[,;:–—-]?\s*(?:\b(because|since|so that|due to|given that|as (?:it|this|that|the|we|they)\b|which (?:avoids|means|lets|keeps|gives|makes)|to avoid|in order to|for better|weil|damit|denn|porque|ya que|já que|pois|debido a|parce que|puisque|afin de)\b|(потому что|так как|因为|因為|ので|ため))\s*/iu;

const thing = "((?:[^,.;()]|\\.(?=\\S))+)";

/** What stands after one of these was not chosen. */
export const insteadOf = new RegExp(
  `\\b(?:instead of|rather than|as opposed to|prefer(?:red)? [^,;]+? over|chose [^,;]+? over|statt|anstatt|anstelle von|en lugar de|en vez de|em vez de|ao invés de|plutôt que(?: de)?|au lieu de)\\s+${thing}|(?:вместо|而不是|代わりに)\\s*${thing}`,
  "giu",
);

/** A line of a log or a trace that somebody pasted: nobody says it. */
export const pasted =
  /^\[?\d{4}-\d\d-\d\d[T ]|^\[?\d\d:\d\d:\d\d|^(?:TRACE|DEBUG|INFO|WARN(?:ING)?|ERROR|FATAL)\b|^at .+[:(]\d+|^\s*File ".+", line \d+|^[+-]{3} |^@@ /;

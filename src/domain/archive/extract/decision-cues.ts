// Words that state a choice, its reason and its alternatives, in the languages that people write to agents in. Word
// ends are found by letters, because \b knows only English ones.

const subject = "(?:we|we've|we're|we have|let's|let us|the team)";
const choose =
  "(?:use|using|go with|going with|go for|keep|keeping|stay|switch(?: to)?|move(?: to)?|adopt|avoid|store|stick (?:to|with)|stay with|drop|replace|migrate|standardi[sz]e on|put|make|build|write|add|leave|guard|split|pass|treat|return|support)";
/** Words that soften a choice without undoing it. */
const softener = "(?:(?:probably|just|simply|really|definitely|still|rather|better|only|then|therefore)\\s+)?";
/** It was done, or is asked for. */
const did =
  "(?:use[ds]?|took|take|put|make|made|move[ds]?|switch(?:ed)?|replace[ds]?|write|wrote|wrap(?:ped)?|read|set|store[ds]?|send|sent|left|leave|add(?:ed)?|pass(?:ed)?|split|build|built|run|ran|call(?:ed)?|copy|copied|return(?:ed)?|treat(?:ed)?|cache[ds]?|pick(?:ed)?|pin(?:ned)?)";
const doing =
  "(?:using|taking|keeping|putting|making|moving|switching|replacing|writing|wrapping|storing|leaving|adding|passing|splitting|dropping|pinning|going)";
/** What is only about to be looked at. */
const looking = "(?!\\s+(?:sure|a (?:list|note|plan|copy)|it clear|an? (?:quick )?(?:look|attempt)))";

/** A sentence with one of these states a choice. */
export const cues: readonly RegExp[] = [
  /\b(?:decided|chose|opted|settled|agreed)\s+(?:(?!not\b)\S+\s+){0,3}?(?:to|on|for|against|that|not|an?|the)\b/i,
  /\b(?:decision|recommendation)(?: is)?:?\s+(?:is\s+)?\S/i,
  new RegExp(
    `\\b${subject}(?:'ll| will| should| shall|'d rather| are going to)?\\s+${softener}(?:not\\s+|never\\s+)?${choose}\\b${looking}`,
    "i",
  ),
  /\blet's\s+not\s+(?!\S*\s*(?:forget|worry|rush)\b)\w+/i,
  new RegExp(`\\b(?:so|therefore|thus|hence),?\\s+(?:i|we)\\s+${choose}\\b`, "i"),
  /\b(?:going|went) with\b/i,
  /\b(?:choosing|chose|picked|picking|prefer(?:red)?)\b.{2,}/i,
  /\b(?:i(?:'d| would)? (?:recommend|suggest|propose)|the (?:better|best) (?:choice|option|approach) is|the approach is to|it(?:'s| is) better to)\b/i,
  new RegExp(`\\bi(?:'d| would) (?:rather |only |just )?${choose}\\b`, "i"),
  /^(?:agreed|fine with|ok(?:ay)? with)[,:]?\s+\S/i,
  new RegExp(`\\b${choose}\\b[^.?!]{2,120}\\b(?:instead of|rather than)\\b`, "i"),
  new RegExp(`\\b(?:i|we)(?:'ve| have)? ${softener}${did}\\b[^.?!]{2,120}\\b(?:instead of|rather than)\\b`, "i"),
  new RegExp(`^(?:please )?${did}\\b[^.?!]{2,120}\\binstead\\b`, "i"),
  /\bi (?:keep|kept|leave|stay(?:ed)? with|stick (?:to|with)|stuck (?:to|with))\b(?!\s+\w+ing\b)/i,
  /\bis the way to go\b|\b(?:is|are) (?:overkill|not worth (?:it|the))\b/i,
  /^(?:(?:ok(?:ay)?|fine|right|so|then|yes)[,.]?\s+)*(?:\S+\s+){1,4}it is(?:[.,;!]|$)/i,
  /\bplease,? (?:not|no) \S/i,
  /\bnot\b[^.?!]{2,100}[;,:] (?:but )?instead\b/i,
  new RegExp(
    `\\b(?:i|we)(?:'ve| have)? ${softener}(?!do\\b|did\\b)\\w+\\b[^.?!,]{6,100}, not (?:at|by|in|on|with|per|from|to|for|the|an?)\\b`,
    "i",
  ),
  // German
  /(?:^|\P{L})(?:entschieden|entscheidung|beschlossen)(?:\P{L}|$)|(?:^|\P{L})wir (?:nehmen|verwenden|nutzen|benutzen|bleiben bei|setzen auf|behalten|lassen)(?:\P{L}|$)/iu,
  /(?:^|\P{L})(?:ich|wir) (?:\p{L}+ )(?:.{0,80}\P{L})?(?:statt|anstatt|anstelle|lieber|deshalb|daher)(?:\P{L}|$)/iu,
  /(?:^|\P{L})(?:ich|wir) würden? .{2,80}(?:behalten|nehmen|lassen|verwenden|nutzen|bevorzugen|empfehlen)(?:\P{L}|$)/iu,
  // Spanish and Portuguese
  /(?:^|\P{L})(?:decid(?:imos|í|ido|i)|optamos|optado|elegimos|escolhemos|usaremos|vamos a usar|vamos usar|nos quedamos con|ficamos com|prefiero|preferimos|prefiro)(?:\P{L}|$)/iu,
  /(?:^|\P{L})(?:mejor|melhor) (?!(?:de|que)\P{L})\p{L}+(?:ar|er|ir)\P{L}/iu,
  // French
  /(?:^|\P{L})(?:décidé|choisi|opté|mieux vaut|je préfère|(?:on|nous) (?:utilise|garde|prend|utilisons|gardons|prenons))(?:\P{L}|$)/iu,
  // Russian
  /(?:^|\P{L})(?:решил[аи]?|выбрал[аи]?|будем использовать|оставляем)(?:\P{L}|$)/iu,
  // Chinese and Japanese
  /决定|決定|选择了|改用|采用|ことにした|ことにしました|を採用/u,
];

/** Said of oneself and the next step, this is a plan or a report; with a reason or an alternative it is a choice. */
export const intention = new RegExp(
  [
    `\\bi(?:'ll| will| am going to|'m going to)\\s+${choose}\\b${looking}`,
    `\\bi(?:'m| am)\\s+${doing}\\b${looking}`,
    `\\bi(?:'ve| have)? ${softener}${did}\\b${looking}`,
  ].join("|"),
  "i",
);

/** A text without any of these states no choice: most texts, and most sentences of the others, need only this test. */
export const anyCue =
  /decid|decision|recommend|suggest|propos|\bchoos|\bchose|\bopted|\bsettled|agreed|\blet'?s\b|\blet us\b|\bwe(?:'| )|\bi(?:'ll|'m|'d| will| would| am)\b|\b(?:so|therefore|thus|hence),? i\b|\bgoing with|\bwent with|\bpick(?:ed|ing)|\bprefer|\bit(?:'s| is) better|\bthe (?:better|best|approach|team)|\binstead\b|rather than|is the way to go|overkill|not worth|it is(?:[.,;!]|$)|please,? no|, not |\bi(?:'ve| have)? (?:\w+ )?(?:use|took|take|kept|keep|put|ma[dk]e|move|switch|replace|wr[aio]|read|set|sto|sen|left|leave|add|pass|split|buil|r[au]n|call|cop|return|treat|cach|pick|pin|stay|stick|stuck)|\bfine with|\bok(?:ay)? with|entsch|beschl|\bwir |statt|würde|lieber|deshalb|daher|optado|optamos|eleg|escolh|usaremos|vamos|quedamos|ficamos|prefier|prefir|mejor |melhor |mieux|préf|décid|choisi|opté|\bnous |\bon (?:utilise|garde|prend)|реш|выбр|будем|оставл|[决決选改采]|こと|採/i;

export const reasonCue =
  /[,;:–—-]?\s*(?:\b(because|since|so that|due to|given that|as (?:it|this|that|the|we|they)\b|which (?:avoids|means|lets|keeps|gives|makes)|to avoid|in order to|for better|weil|damit|denn|porque|ya que|já que|pois|debido a|parce que|puisque|afin de)\b|(потому что|так как|因为|因為|ので|ため))\s*/iu;

const thing = "((?:[^,.;()]|\\.(?=\\S))+)";

/** What follows one of these was not chosen. */
export const insteadOf = new RegExp(
  `\\b(?:instead of|rather than|as opposed to|prefer(?:red)? [^,;]+? over|chose [^,;]+? over|statt|anstatt|anstelle von|en lugar de|en vez de|em vez de|ao invés de|plutôt que(?: de)?|au lieu de)\\s+${thing}|(?:вместо|而不是|代わりに)\\s*${thing}`,
  "giu",
);

/** A pasted line of a log or a trace. */
export const pasted =
  /^\[?\d{4}-\d\d-\d\d[T ]|^\[?\d\d:\d\d:\d\d|^(?:TRACE|DEBUG|INFO|WARN(?:ING)?|ERROR|FATAL)\b|^at .+[:(]\d+|^\s*File ".+", line \d+|^[+-]{3} |^@@ /;

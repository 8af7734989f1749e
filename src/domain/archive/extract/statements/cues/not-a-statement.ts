import { wordPattern } from "./word-pattern.js";

/** Something valid only under a condition that does not hold, or not sure. */
export const hypothetical = wordPattern(
  "what if|would|could|might|maybe|perhaps|suppose|imagine|one day|some day|in case we|were we to|an alternative",
  "if (?:we|i|one|you|they|this|it|that) (?:ever |really |only )?(?:had|were|used|wanted|needed|went|took|did|moved|chose)",
  "theoretically|hypothetically|in theory",
  "wäre|wären|würde|würden|hätte|hätten|könnte|könnten|vielleicht|nähme|theoretisch",
  "sería|serían|podría|podríamos|quizás?|tal vez|si (?:\\p{L}+)(?:áramos|éramos|iéramos|ase|ara)",
  "serait|seraient|pourrait|pourrions|peut-être|si (?:on|nous) (?:\\p{L}+)(?:ait|ions)",
);

const lookVerb =
  "(?:use|call|read|look|open|check|list|inspect|search|grep|glob|run|see|examine|fetch|find|start|begin|explore|review|view|try|scan|take a look|have a look|verify|investigate|locate)";

/** What an agent is about to do with its tools. */
export const toolPlan = wordPattern(
  `(?:i|we)(?:'ll| will|'d better| should| shall| must| need to| have to|'m going to| am going to| want to| can| am| are)? (?:(?:first|now|then|next|also|just|start by|begin by) )*${lookVerb}(?:ing)?`,
  `(?:let me|let's|first|now|next),? (?:i(?:'ll| will)? |first |quickly |also |let me )*${lookVerb}`,
  "(?:using|use|with|call|run) (?:the )?\\S+ tool",
  `(?:use|using) \\S+ to (?:${lookVerb.slice(3, -1)})`,
  "look at the",
  "ich (?:lese|schaue|sehe|prüfe|suche|öffne|starte|werde|führe)",
  "(?:voy|vamos) a (?:leer|usar|mirar|ver|revisar|buscar|abrir|ejecutar|comprobar)",
  "(?:je vais|on va|regardons|voyons)",
);

const orderVerb =
  "run|rerun|execute|open|check|look|show|list|start|restart|stop|fix|repair|add|make|write|create|read|try|install|commit|push|pull|merge|deploy|test|build|update|upgrade|rename|remove|delete|help|tell|explain|find|search|implement|refactor|continue|go ahead|do it|give|send|print|clean|revert|undo|finish|let's (?:implement|start|begin|do|build|write|make|add|see)|we (?:build|make|write|do|implement)|führe|starte|zeige?|prüfe?|behebe?|ejecuta|abre|muestra|arregla|corrige|lance|ouvre|montre";

/** An order for this moment: it says nothing about later ones. */
export const instruction = new RegExp(
  `^(?:(?:please|now|then|and|also|ok(?:ay)?|so|bitte|por favor|s'il te pla[iî]t)[, ]+)*(?:${orderVerb})(?![\\p{L}:])`,
  "iu",
);

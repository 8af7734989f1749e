import { wordPattern } from "./word-pattern.js";

/** Chinese and Japanese have no spaces between words: these are found anywhere. */
const anywhere = (words: string): string => `[^\\n]*(?:${words})[^\\n]*`;

/** Something valid only under a condition that does not hold, or not sure. */
export const hypothetical = wordPattern(
  "what if|would|could|might|may be|maybe|perhaps|suppose|imagine|one day|some day|in case we|were we to|an alternative|probably|whether",
  "i (?:think|believe|guess|feel|wonder|suppose|suspect)|not sure|wondering|(?:seems?|feels|looks) (?:to|like)|in my opinion",
  "if (?:we|i|one|you|they|this|it|that) (?:ever |really |only |truly )?(?:had|were|used|wanted|needed|went|took|did|moved|chose)",
  "if you (?:want|prefer|like|need|wish|would|choose)|theoretically|hypothetically|in theory|ideally|in an ideal world|it'd",
  "(?:if|should) (?:we|i|one|this|it|that) ever|if (?:there|\\p{L}+ \\p{L}+) were|had (?:we|i|it)|someday",
  "wäre|wären|gäbe|ginge|würde|würden|hätte|hätten|könnte|könnten|vielleicht|nähme|theoretisch|wohl|ich (?:denke|glaube)",
  "müsste|müssten|bräuchte|bräuchten|ließe|käme|(?:falls|wenn) (?:\\p{L}+ ){1,3}(?:je|jemals|irgendwann)|sollten wir (?:je|mal)|ich überlege",
  "quizás?|tal vez|creo que|no sé si|algún día|en teoría",
  // The conditional, which nouns like "la batería" end like, and "si fuera".
  "(?<!(?:la|una|las|unas|esta|de|mi|su|otra|cada) )\\p{L}{2,}(?:ar|er|ir|br|dr|rr)ía(?:n|mos)?|haría(?:n|mos)?|si (?:\\p{L}+ ){0,4}\\p{L}+(?:ara|iera|uera|ase|iese|éramos|áramos)n?",
  "peut-être|je (?:crois|pense|me demande)|un jour|en théorie|si (?:on|nous) (?:\\p{L}+)(?:ait|ions)",
  "\\p{L}*(?:er|ir|dr|aur|rr|vr)(?:ait|aient)|nous \\p{L}+rions",
  anywhere(
    "如果(?:以后|以後|哪天|有钱|有錢)|也许|也許|或许|或許|说不定|說不定|万一|假如|要是|以后可以|以後可以|将来可以|かもしれ|もし|だろう|でしょう|と思(?:う|い)|いつか|としたら",
  ),
);

/** Holds for a while or for this once: later sessions must not take it for settled. */
export const provisional = wordPattern(
  "until (?:tomorrow|tonight|monday|tuesday|wednesday|thursday|friday|saturday|sunday|next week)|until the \\p{L}+ on \\p{L}+day|tonight|this week",
  "bis (?:morgen|montag|dienstag|mittwoch|donnerstag|freitag|samstag|sonntag)|diese woche|hasta (?:mañana|el (?:lunes|martes|miércoles|jueves|viernes))|esta semana|jusqu'(?:à )?(?:demain|lundi|mardi|mercredi|jeudi|vendredi)|cette semaine",
  "for now|for the moment|for the time being|so far|right now|at the moment|temporarily|(?:just|only) (?:this once|for today)|this (?:time|once)|for this (?:run|one|test|commit|spike)",
  "vorläufig|vorerst|fürs erste|für (?:jetzt|heute)|erst ?mal|diesmal|dieses (?:eine )?mal|ausnahmsweise|im moment|momentan|für diesen \\p{L}+|bisher",
  "por (?:ahora|esta vez|el momento)|de momento|esta vez|(?:solo )?por hoy|hasta ahora|provisionalmente",
  "pour (?:l'instant|le moment|cette fois|une fois|aujourd'hui)|cette fois(?:-ci)?|provisoirement|jusqu'ici|à ce stade",
  // Said first, of what is to come: "Bis die Anzeigen montiert sind, …".
  "until (?:the|we|i|it|they|our|my) [^,]{3,60},.*|bis (?:die|der|das|wir|ich|es|unser\\p{L}*) [^,]{3,60} (?:ist|sind|kommt|kommen|haben|hat|wird|werden),.*",
  "hasta que [^,]{3,60},.*|(?:jusqu'à ce que|tant que|en attendant que) [^,]{3,60},.*",
  anywhere(
    "先[^。；]{2,20}(?:下周|下週|下个月|之后再|以后再|到时候?再|明天再)|暂时|暫時|临时|臨時|先这样|先這樣|这次先|這次先|只此一次|就这一次|就這一次|这周|本周|今晚|今週|今夜|とりあえず|一旦|今回だけ|今だけ|今日だけ|当面|暫定|ひとまず",
  ),
);

/** Said of this day: it is over in the next session. What begins on this day lasts. */
export const ofToday = wordPattern(
  "(?<!(?:from|as of|since|starting|beginning) )today|this (?:morning|afternoon|evening|run)",
  "until (?:lunch|noon|midday|this (?:morning|afternoon|evening)|(?:the|my|our) \\p{L}+ (?:arrives?|comes back|gets? (?:here|back)))",
  "(?<!(?:ab|seit|von) )heute|bis (?:mittag|heute|später)|(?<!(?:desde|partir de|de) )hoy(?! en día)|esta (?:mañana|tarde|noche)|hasta (?:la tarde|la noche|luego)",
  "(?<!(?:partir d'|dès |depuis ))aujourd'hui|ce (?:matin|soir)|cet après-midi|jusqu'à (?:ce soir|midi)",
  anywhere(
    "(?<!从|從|自)(?:今天|今早|今日|本日|今朝)(?!起|开始|開始|から|以降|以后|以後)|这两天|这几天|這兩天|這幾天|就那一天|(?<![平祝休業曜末])日だけ|今回は|修理中",
  ),
);

/** Words of a person who is not there. */
export const proverb = wordPattern(
  "(?:grand\\p{L}+|mother|father|mom|dad|uncle|aunt) (?:used to say|always (?:says|said))|(?:hat|haben) immer gesagt|pflegte zu sagen|siempre (?:decía|dice)|disait (?:toujours )?que",
);

/** A question without its mark, as people dictate and type it. */
export const unmarkedQuestion = wordPattern(
  "(?:how|what|where|when) (?:do|can|should|does) (?:i|we|you|it)|is there (?:any|a) (?:way|chance)|can (?:i|we) (?:still|also|even)",
  "wie (?:mache|kann|soll) ich|cómo (?:hago|puedo)|comment (?:je|on) fait|est-ce qu(?:e|')",
  "[^\\n]*(?:でしたっけ|だっけ|ましたっけ|でしょうか|ますか|ですか|吗|呢)[。.]?$",
);

/** About another project, team or employer: it says nothing about this one. */
export const elsewhere = wordPattern(
  "(?:in|for|on|at|from) (?:the|my|our|that|your|their|an) ?(?:other|old|previous|last|former|sister|neighbou?ring|private) (?:project|repo|repository|codebase|company|job|employer|team|client|customer)",
  "(?:the|my|our) other (?:app|site|website|shop|store)|(?:my|our) other (?:repo|repository|project|codebase)|(?:the|an)other folder|(?:don't|do not) (?:mix|confuse)|my \\p{L}+'s (?:\\p{L}+ )?(?:site|website|app|shop|repo)",
  "(?:ein|eine|das|der) andere[rs]? (?:ordner|verzeichnis)|nicht verwechseln|otra carpeta|no (?:lo |la )?confundas|(?:un )?autre dossier|ne pas confondre",
  "(?:in|for|on) another (?:project|repo|repository|codebase|service|app|team)|the other (?:project|repo|repository|codebase|team)(?:'s)?|(?:is|are) not (?:for|about) us|that(?:'s| is) their (?:code|project|problem)",
  "(?:in|bei|für) (?:dem|einem|meinem|der|einer|meiner|unserem|unserer) (?:anderen|alten|vorigen|früheren|letzten) (?:projekt|repo|repository|firma|job|team|stelle|arbeitgeber)|das andere (?:projekt|repo|team)|gilt nicht für uns",
  "(?:en|para) (?:el otro|la otra|otro|otra|mi antiguo|mi antigua|el antiguo|la antigua) (?:proyecto|repo|repositorio|empresa|equipo|trabajo)|(?:el otro|la otra) (?:proyecto|repo|equipo|app|tienda|web)",
  "(?:dans|pour) (?:l'|un |une |mon |ma |notre )(?:autre|ancien|ancienne) (?:projet|dépôt|repo|boîte|entreprise|équipe)|l'autre (?:projet|dépôt|équipe|boutique|site|appli)",
  anywhere(
    "(?:上家|以前的|之前的)公司|另外那个|(?:别的|別的|另一个|另一個|隔壁)(?:项目|項目|專案)|前の会社|前職|別の話|另一回事|别搞混|(?:別|他)のプロジェクト|隣のチーム",
  ),
);

const lookVerb =
  "(?:use|call|read|look|open|check|list|inspect|search|grep|glob|run|see|examine|fetch|find|start|begin|explore|review|view|try|scan|take a look|have a look|verify|investigate|locate)";

/** What an agent is about to do with its tools. */
export const toolPlan = wordPattern(
  `(?:i|we)(?:'ll| will|'d better| should| shall| must| need to| have to|'m going to| am going to| want to| can| am| are)? (?:(?:first|now|then|next|also|just|start by|begin by) )*${lookVerb}(?:ing)?`,
  `(?:let me|let's|first|now|next),? (?:i(?:'ll| will)? |first |quickly |also |let me )*${lookVerb}`,
  "(?:using|use|with|call|run) (?:the )?\\S+ tool",
  `(?:use|using) \\S+ to (?:${lookVerb.slice(3, -1)})`,
  "look at the|let me|i'll|i will|i'm going to|i am going to|i need to|we need to|i should|i can",
  "ich (?:lese|schaue|sehe|prüfe|suche|öffne|starte|werde|führe)",
  "(?:voy|vamos) a (?:leer|usar|mirar|ver|revisar|buscar|abrir|ejecutar|comprobar)",
  "(?:je vais|on va|regardons|voyons)",
);

/** Verbs that begin an order for this moment. Those of a lasting choice (use, keep, move, switch, drop) are not here. */
const orderVerb =
  "run|rerun|execute|open|check|look|show|list|start|restart|stop|fix|repair|add|make|write|create|read|try|install|commit|push|pull|merge|deploy|test|build|update|upgrade|rename|remove|delete|help|tell|explain|find|search|implement|refactor|continue|go ahead|do it|give|send|print|clean|revert|undo|finish|replace|convert|change|set|mark|ensure|handle|extract|simplify|adjust|modify|generate|define|apply|provide|include|integrate|verify|validate|investigate|analy[sz]e|review|document|describe|summari[sz]e|debug|optimi[sz]e|improve|rewrite|copy|append|insert|enable|disable|configure|expose|connect|return|render|display|hide|download|upload|share|force|patch|compile|retry|repeat|wait|proceed|translate|prepare|bump|sync|lint|format|profile|measure|trace|pass|enter|optionally|let's (?:implement|start|begin|do|build|write|make|add|see)|we (?:build|make|write|do|implement)";
const foreignOrderVerb =
  "führe|starte|zeige?|prüfe?|behebe?|ergänze|erstelle|ändere|ejecuta|abre|muestra|arregla|corrige|añade|crea|cambia|lance|ouvre|montre|ajoute|crée|change|corrige";

/** An order for this moment: it says nothing about later ones. */
export const instruction = new RegExp(
  `^(?:(?:please|now|then|and|also|ok(?:ay)?|so|can you|bitte|por favor|s'il te pla[iî]t)[, ]+)*(?:${orderVerb}|${foreignOrderVerb})(?![\\p{L}:-])`,
  "iu",
);

/** An agent that speaks to the person explains or asks: it does not state how things are. */
export const addressesPerson = wordPattern("you|your|yours|you're|you'll|dir|dein(?:e[nmrs]?)?|tu|tus|ton|votre|vous");

const symbols = /[=<>{}[\]|\\$&*^~#@;_/]/g;
/** How lines of code, settings, logs, listings and shells begin or look, which people paste without a fence. */
const pastedLine = [
  /[:{};,&\\]\s*$|=>|->|==|→|^\s*(?:\/\/|#!|\$ |["'([])|TODO\(/,
  /^(?:import|const|let|var|def|class|function|return|raise|except|with|async|await|export|using|package|include|require)\s+[\w.*{"'<]+(?:\s|;|$)(?!.*\b(?:the|a|an|to|and|or|of|we|it)\b)/,
  /^from \S+ import\b/,
  // `#dark-mode: false`, `nav_order: 900`, `# heading`.
  /^#|^[\w.-]*[_-][\w.-]*\s?:\s|^[a-z]+:\s+(?:true|false|null|[\d.]+|\S+)$/,
  // Line numbers, prompts of shells, addresses of stack frames, progress of tools.
  /^\d+\s*[│|]|[│┃├└➜✓✔✗✘❯]|^PS [A-Z]:|^\S+@\S+[:~ ]|\s@ \S+:\d|^(?:GET|POST|PUT|PATCH|DELETE) \S*\/|net::|\(default: /,
  /<\/?[a-z][\w-]*(?:\s[^>]*)?\/?>/i,
  // An assignment, a call that is the whole line, a command with several flags.
  /(?:^|\s)[\w.]+\s=\s|^[\w.]+\([^)]*\)[;.]?$|\s--?\w[\w-]*\s.*\s--?\w[\w-]*/,
];

/** Code, a command, data, or a line that only introduces one. */
export function isCodeLike(sentence: string): boolean {
  if (pastedLine.some((pattern) => pattern.test(sentence))) return true;
  const numbers = sentence.match(/\d+(?:\.\d+)?/g) ?? [];
  return numbers.length > 5 || (sentence.match(symbols) ?? []).length > sentence.length / 12;
}

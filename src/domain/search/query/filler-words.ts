import { stem } from "../../../base/text/stem.js";

// Words of a question that do not name its subject. They match with a low weight: in a small store a word
// such as "gets" can be rare by accident.
const words = `about after again ago all already also always another any anybody anyone anything around asked away back
because become becomes before began begin behind between both bring came cannot certain come comes concerning day days
different doing done down during each either else enough especially even ever every everybody everyone everything exactly
few find finds first found get gets getting give given gives go goes going gone good got great happen happened happens
help here if important into its itself just keep keeps kept kind knew know known knows last later least less let lets like
little long look looking looks lot made make makes making many matter me mean means mine more most much my myself need
needed needs neither never new next no nobody none not nothing now off often old once one ones only onto other others our
ours out over own part particular people person place please possible properly put quickly quite rather really reason right
said same saw say saying says see seem seems seen several shall show showing shown shows simply since slightly so some
somebody somehow someone something sometimes somewhere soon sort still stop stopped stops such suddenly sure take taken
takes tell than thank thanks their theirs themselves then there therefore thing things think though thought through thus
time times together told too took toward tried tries try trying two under unless until up upon us use used uses using
usually various very via want wanted wants way ways well went whenever whether while whole whose within without wonder word
work worked working works wrong yes yet your yours yourself`;

/**
 * Characters that write grammar in Japanese and Chinese. A pair with one of them is an ending, or goes across two words, and
 * a question has other ones than its answer.
 */
const grammar = /[\p{Script=Hiragana}的了是吗呢吧啊么什怎哪谁我你他她它们这那就都也很与及或被把给让请]/u;

let stems: ReadonlySet<string> | undefined;

export function isFillerWord(token: string): boolean {
  stems ??= new Set(words.split(/\s+/).map(stem));
  return stems.has(token) || grammar.test(token);
}

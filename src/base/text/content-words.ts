import { stopWords, tokensOf } from "./tokens.js";

/** Words that join sentences or announce a kind of statement: two statements are not alike because both have them. */
const joiningWords = new Set(
  `not no yes now please always never from here there then than all any only just also still open todo next step done
  later note remember instead use used using new our my your its into over per so if unless set get make made put
  und oder der die das den dem ein eine ist sind nicht noch offen nächster schritt immer nie ab jetzt wir
  el la los las un una de del que es son en con por para y o no siempre nunca pendiente paso siguiente
  le les des une du est sont pas que pour avec dans et ou toujours jamais reste faire prochaine étape`.split(/\s+/),
);

/** What a sentence is about: its tokens without stop words. */
export const contentWords = (text: string): ReadonlySet<string> =>
  new Set(
    tokensOf(text.toLowerCase()).filter(
      // Two characters are a word in Chinese and Japanese.
      (token) =>
        !stopWords.has(token) && !joiningWords.has(token) && (token.length > 2 || /[\d\u3040-\u9fff]/.test(token)),
    ),
  );

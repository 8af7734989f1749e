import { sha256 } from "../../../base/sha256.js";
import { wordList } from "../scan/word-list.js";

/** The first half of SHA-256 of keys that their owners publish: they identify a page or a package, or open an emulator. */
const published = new Set(
  wordList(`
  2037abcaffb2b777 3f370c9dd8225c63 e4a5542bb7fd7b67 a19f89ab3555eac1 0b476bdf9acf2123
  eb540d2b6ee2a0a4 37f8f09bdf12c2f2 8731261cb72d8626 49f777db995e8260 27a9a42931dff7eb
  dc0fcf046c61640c 4c98242dcadc8b29 ea9bb1082cf95663 3a8b61d0f636b007 a6c814bc555ae62c
  2f21fd9c81678e39 0011cc25eb432071 8be5d113c0871ce1 60a09e4357868c1e
`),
);

/** Only what has the form of one is hashed. */
export const isPublishedKey = (value: string): boolean =>
  /^(?:[0-9a-f]{32}|AIza[\w-]{35}|[\w+/]{86}==|[A-Z2-7]{16}|0x[0-9a-f]{64})$/.test(value) &&
  published.has(sha256(value).slice(0, 16));

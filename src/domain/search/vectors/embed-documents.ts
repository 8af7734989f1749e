import type { Embedder } from "../../../engine/embedder.js";
import type { TokenEmbedding } from "../../../engine/token-embedding.js";
import type { IndexedDocument } from "../../../store/search/document-row.js";
import type { SearchDocument } from "../../../store/search/search-document.js";
import type { StoredVector, VectorStore } from "../../../store/search/vector-store.js";
import { passagesOf } from "./passages.js";
import { quantizeVector } from "./quantize-vector.js";

const humps = /(?<=[\p{Ll}\p{N}])(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})|[_\W]+/u;
const docLine = /^\s*(?:\/\/[/!]?|#(?!\[|!)|\/\*\*?|\*(?!\/))/;
/** Decorators and attributes may be between a doc comment and its declaration. */
const attribute = /^\s*(?:@\w|#\[)/;
const docstring = /^[^\n]*(?:\n[^\n]*){0,8}?:\s*\n\s*[rR]?(?:"""|''')([\s\S]*?)(?:"""|''')/;
const maxDocLength = 160;

/** A symbol's name in words, its own part first, and the beginning of its doc comment; empty without a symbol. */
export function symbolText({ title, body }: Pick<SearchDocument, "title" | "body">): string {
  if (title === "") return "";
  const own = title.split(/\.|::|#/).at(-1) ?? title;
  return [wordsIn(own), wordsIn(title), docComment(body)].filter(Boolean).join(" ");
}

const wordsIn = (name: string) => name.split(humps).filter(Boolean).join(" ");

function docComment(body: string): string {
  const lines: string[] = [];
  for (const line of body.split("\n")) {
    if (docLine.test(line)) lines.push(line.replace(docLine, "").replace(/\*\/\s*$/, ""));
    else if (!attribute.test(line)) break;
  }
  const text = lines.length > 0 ? lines.join(" ") : (docstring.exec(body.slice(0, 2000))?.[1] ?? "");
  // What follows are parameters and examples.
  const [description = ""] = text.split(/\s[@:](?=\w)/, 1);
  return description.replace(/\s+/g, " ").trim().slice(0, maxDocLength);
}

/** Bounds what a document costs. */
const maxTokens = 256;
const bytesPerToken = 16;

/** Code is long and there is much of it: its tokens would cost more space than they find (decision 0144). */
const matchesTokens = ({ kind }: Pick<SearchDocument, "kind">): boolean => kind !== "code";

/** The binary codes of a document's most important tokens, over all its passages; undefined if it has none. */
export function selectTokens(passages: readonly TokenEmbedding[]): Uint8Array | undefined {
  const tokens = passages.flatMap(({ codes, tokens: vectors }) => {
    const count = codes.length / bytesPerToken;
    const size = vectors.length / Math.max(1, count);
    return Array.from({ length: count }, (_, i) => ({
      code: codes.subarray(i * bytesPerToken, (i + 1) * bytesPerToken),
      // The lengths of a passage's tokens add up to 1: times their number, they are comparable across passages.
      importance: count * lengthOf(vectors, i * size, (i + 1) * size),
    }));
  });
  if (tokens.length === 0) return undefined;
  const selected = new Set(tokens.toSorted((a, b) => b.importance - a.importance).slice(0, maxTokens));
  return Buffer.concat(tokens.filter((token) => selected.has(token)).map(({ code }) => code));
}

function lengthOf(numbers: Float32Array, from: number, to: number): number {
  let sum = 0;
  for (let i = from; i < to; i++) sum += (numbers[i] as number) ** 2;
  return Math.sqrt(sum);
}

/** What is awaited before each passage: nothing where somebody waits for the end of it. */
type BeforePassage = () => Promise<unknown>;

/** Embeds the newest documents that wait; returns how many. */
export async function embedNext(
  vectors: VectorStore,
  embedder: Embedder,
  limit: number,
  beforePassage?: BeforePassage,
): Promise<number> {
  const { documents, range } = await vectors.pending(embedder.model, limit);
  if (documents.length === 0) return 0;
  await vectors.add(embedder.model, await embedDocuments(embedder, documents, beforePassage), range);
  return documents.length;
}

/** The number of a symbol's own vector, which no passage of a text has. */
const symbolPassage = 1000;

/**
 * Embeds the names of the next symbols statically: of a whole repository within seconds, long before the model has read
 * its code. Returns how many documents were read.
 */
export async function embedSymbols(vectors: VectorStore, embedder: Embedder, limit: number): Promise<number> {
  if (embedder.embedStatic === undefined) return 0;
  const { documents, last } = await vectors.pendingSymbols(embedder.model, limit);
  if (last === undefined) return 0;
  await vectors.addSymbols(embedder.model, symbolVectors(embedder, documents), last);
  return documents.length;
}

/** Later parts of a long function have its name too. */
const isContinued = /~\d+$/;

const symbolVectors = (embedder: Embedder, documents: readonly IndexedDocument[]): StoredVector[] =>
  documents.flatMap((document) => {
    const vector = isContinued.test(document.id) ? undefined : embedder.embedStatic?.(symbolText(document));
    return vector ? [{ docId: document.docId, passage: symbolPassage, ...quantizeVector(vector, embedder.mean) }] : [];
  });

/** Embeds the newest waiting documents of the current tenant that no other process has claimed; returns how many. */
export async function embedClaimed(
  { queue, addClaimed }: VectorStore,
  embedder: Embedder,
  { limit, beforePassage, ...times }: ClaimOptions,
): Promise<number> {
  const { docIds, documents } = (await queue?.claim(embedder.model, limit, times)) ?? { docIds: [], documents: [] };
  if (docIds.length > 0)
    await addClaimed(embedder.model, await embedDocuments(embedder, documents, beforePassage), docIds);
  return docIds.length;
}

interface ClaimOptions {
  readonly limit: number;
  readonly now: string;
  readonly until: string;
  readonly beforePassage: BeforePassage;
}

/** Kinds that people and agents record one by one, and look for right afterwards. */
export const recordKinds: readonly string[] = [
  "memory",
  "remediation",
  "checkpoint",
  "knowledge",
  "decision",
  "convention",
  "skill",
];
/** A question waits for them: about 10 ms each. */
const maxRecords = 16;

/** Embeds records that were just written, ahead of a backlog of sessions and code. */
export async function embedNewRecords(vectors: VectorStore, embedder: Embedder): Promise<void> {
  const documents = await vectors.newestPending(embedder.model, recordKinds, maxRecords);
  if (documents.length > 0) await vectors.add(embedder.model, await embedDocuments(embedder, documents));
}

async function embedDocuments(
  embedder: Embedder,
  documents: readonly IndexedDocument[],
  beforePassage?: BeforePassage,
): Promise<StoredVector[]> {
  const passages = documents.flatMap((document) =>
    passagesOf(document).map((text, passage) => ({ document, passage, text })),
  );
  const texts = passages.map(({ text }) => text);
  const embeddings: PassageEmbedding[] = beforePassage ? [] : await embedPassages(embedder, texts);
  for (const text of beforePassage ? texts : []) {
    await beforePassage?.();
    embeddings.push(...(await embedPassages(embedder, [text])));
  }
  return passages.flatMap(({ document, passage }, i): StoredVector[] => {
    const vector = embeddings[i]?.vector;
    if (vector === undefined) return [];
    const own =
      passage === 0 && matchesTokens(document) ? embeddings.filter((_, j) => passages[j]?.document === document) : [];
    const tokens = selectTokens(own.flatMap(({ tokens }) => tokens ?? []));
    return [{ docId: document.docId, passage, ...quantizeVector(vector, embedder.mean), tokens }];
  });
}

interface PassageEmbedding {
  readonly vector: Float32Array;
  readonly tokens?: TokenEmbedding;
}

const embedPassages = async (embedder: Embedder, texts: readonly string[]): Promise<PassageEmbedding[]> =>
  embedder.tokens
    ? (await embedder.tokens.embed(texts)).map((tokens) => ({ vector: tokens.vector, tokens }))
    : (await embedder.embed(texts)).map((vector) => ({ vector }));

import { type SearchDocument, searchDocument } from "../search/search-document.js";
import type { ExchangeRecord } from "./exchange.js";

/** The kind of document that exchanges are in the search index. */
export const exchangeKind = "exchange";

/** Which version all documents of exchanges have, or how far writing them again came. */
export const exchangeDocumentsState = "archive.documents";
/** Changes when the same exchange gives another document: those of an earlier version are then written again. */
export const exchangeDocumentsVersion = "version 1";

/** What names an exchange within a tenant. */
export interface ExchangeKey {
  readonly sessionId: string;
  readonly key: string;
}

const maxTitle = 120;
/** Of a longer answer, the beginning and the end. */
const maxReply = 40_000;
const maxDetails = 8000;

export const documentId = ({ sessionId, key }: ExchangeKey): string => `${exchangeKind}/${sessionId}/${key}`;

export const keyOfDocument = ({ id, session }: Pick<SearchDocument, "id" | "session">): ExchangeKey => ({
  sessionId: session,
  key: id.slice(documentId({ sessionId: session, key: "" }).length),
});

export const toDocument = ({ exchange, activity }: Pick<ExchangeRecord, "exchange" | "activity">): SearchDocument =>
  searchDocument({
    id: documentId(exchange),
    kind: exchangeKind,
    project: exchange.project,
    source: exchange.sessionId,
    session: exchange.sessionId,
    at: exchange.at,
    title: exchange.question.replace(/\s+/g, " ").slice(0, maxTitle),
    body: exchange.question,
    reply: headAndTail(exchange.answer),
    files: exchange.files,
    tags: exchange.topics,
    ...(activity === "" ? {} : { details: activity.slice(0, maxDetails) }),
  });

const headAndTail = (answer: string): string =>
  answer.length <= maxReply ? answer : `${answer.slice(0, maxReply / 2)}\n${answer.slice(-maxReply / 2)}`;

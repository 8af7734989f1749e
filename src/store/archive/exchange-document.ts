import { type SearchDocument, searchDocument } from "../search/search-document.js";
import type { ExchangeRecord } from "./exchange.js";

/** The kind of exchanges in the search index. */
export const exchangeKind = "exchange";

/** The version of all exchange documents, or the progress of rewriting them. */
export const exchangeDocumentsState = "archive.documents";
/** Bump when the same exchange yields another document: older documents are then rewritten. */
export const exchangeDocumentsVersion = "version 1";

/** Identifies an exchange within a tenant. */
export interface ExchangeKey {
  readonly sessionId: string;
  readonly key: string;
}

const maxTitle = 120;
/** Of a longer answer, the beginning and the end. */
const maxReply = 40_000;
const maxDetails = 8000;

export const documentId = ({ sessionId, key }: ExchangeKey): string => `${exchangeKind}/${sessionId}/${key}`;

/** `4f2a91c0/5e5531`: the beginning of the session's id and the end of the key, because some agents count in keys. */
export const shortExchangeId = ({ sessionId, key }: ExchangeKey): string =>
  `${sessionId.replace(/^ses_/, "").slice(0, 8)}/${key.slice(-6)}`;

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

import { type SearchDocument, searchDocument } from "../search/search-document.js";
import type { Exchange } from "./exchange.js";

/** The kind under which searches across families know exchanges. */
export const exchangeKind = "exchange";

export const documentId = (sessionId: string, key: string): string => `${exchangeKind}/${sessionId}/${key}`;

const maxTitleLength = 120;
/** What was answered is found by its beginning and its end; the archive's own index has all of it. */
const maxReplyLength = 1200;

export const toDocument = (exchange: Exchange): SearchDocument =>
  searchDocument({
    id: documentId(exchange.sessionId, exchange.key),
    kind: exchangeKind,
    project: exchange.project,
    source: exchange.sessionId,
    session: exchange.sessionId,
    at: exchange.at,
    title: exchange.question.replace(/\s+/g, " ").slice(0, maxTitleLength),
    body: exchange.question,
    reply: shortened(exchange.answer),
    files: exchange.files,
    tags: exchange.topics,
  });

const shortened = (answer: string): string =>
  answer.length <= maxReplyLength
    ? answer
    : `${answer.slice(0, maxReplyLength / 2)}\n${answer.slice(-maxReplyLength / 2)}`;

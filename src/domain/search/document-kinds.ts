import { exchangeKind } from "../../store/archive/exchange-document.js";
import { codeKind } from "../../store/code/code-store.js";
import { contextKinds } from "../context/search-context.js";

/** The kinds of documents in the index, by which a search can be filtered. */
export const documentKinds: readonly string[] = [
  "memory",
  "remediation",
  "checkpoint",
  exchangeKind,
  codeKind,
  ...contextKinds,
];

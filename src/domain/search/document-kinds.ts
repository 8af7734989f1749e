import { exchangeKind } from "../../store/archive/exchange-document.js";
import { codeKind } from "../../store/code/code-store.js";
import { contextKinds } from "../context/search-context.js";

/** Kinds of documents that the product makes, by which a search can be narrowed. */
export const documentKinds: readonly string[] = ["memory", "remediation", exchangeKind, codeKind, ...contextKinds];

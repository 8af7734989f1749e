import { AppError } from "../../base/errors.js";
import { shortId } from "../../base/ids.js";
import { opening } from "../../base/text/sentences.js";
import { exchangeKind, keyOfDocument, shortExchangeId } from "../../store/archive/exchange-document.js";
import type { SearchDocument } from "../../store/search/search-document.js";
import type { SearchIndex } from "../../store/search/search-index.js";

/** Ids of records, whose prefix says the kind: `mem_01hw…`. */
const recordKinds: Readonly<Record<string, string>> = { mem: "memory", rem: "remediation", cp: "checkpoint" };

/** As short as a person can type it. */
export function shortIdOf(document: SearchDocument): string {
  if (document.kind === exchangeKind) return shortExchangeId(keyOfDocument(document));
  const [, record = ""] = /^[a-z]+\/([a-z]+_.+)$/.exec(document.id) ?? [];
  return record === "" ? document.id : shortId(record);
}

export const fullIdOf = (id: string): string => {
  const kind = recordKinds[/^([a-z]+)_/.exec(id)?.[1] ?? ""];
  return kind === undefined ? id : `${kind}/${id}`;
};

const minPrefix = 4;
/** Exchanges of one session. */
const maxMatches = 2000;
const maxShown = 8;

/** The documents whose id begins with a prefix as git does it; several only if they are all of one session. */
export async function findByPrefix(
  index: Pick<SearchIndex, "ids" | "readById">,
  tenant: string,
  prefix: string,
): Promise<SearchDocument[]> {
  if (prefix.length < minPrefix) return [];
  const isRecord = fullIdOf(prefix) !== prefix;
  const ids = isRecord
    ? await idsFrom(index, tenant, fullIdOf(prefix))
    : await exchangesFrom(index, tenant, prefix.replace(/^(?:exchange|session)\//, ""));
  const sessions = new Set(ids.map((id) => (isRecord ? id : id.slice(0, id.lastIndexOf("/")))));
  const isSession = sessions.size === 1 && !prefix.includes("/");
  if (ids.length <= 1 || isSession) return index.readById(tenant, ids);
  const shown = await index.readById(tenant, ids.slice(0, maxShown));
  const lines = shown.map((one) => `${shortIdOf(one)}  ${opening(one.title, 80)}`);
  const more = ids.length > shown.length ? [`and ${ids.length - shown.length} more`] : [];
  throw new AppError("conflict", `${prefix} is the beginning of several ids.`, {
    hint: [...new Set([...lines, ...more])].join("\n"),
  });
}

async function idsFrom(index: Pick<SearchIndex, "ids">, tenant: string, prefix: string): Promise<string[]> {
  const kind = prefix.slice(0, prefix.indexOf("/"));
  return (await index.ids(tenant, kind, prefix, maxMatches)).filter((id) => id.startsWith(prefix));
}

/** Some agents begin the ids of sessions with `ses_`. */
async function exchangesFrom(index: Pick<SearchIndex, "ids">, tenant: string, prefix: string): Promise<string[]> {
  const [session = "", key = ""] = prefix.split("/");
  const sessions = [`${exchangeKind}/${session}`, `${exchangeKind}/ses_${session}`];
  const ids = await Promise.all(sessions.map((start) => idsFrom(index, tenant, start)));
  return ids.flat().filter((id) => {
    const own = id.slice(id.lastIndexOf("/") + 1);
    return own.startsWith(key) || own.endsWith(key);
  });
}

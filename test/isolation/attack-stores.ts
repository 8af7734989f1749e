import { fixedRuntime } from "../../src/base/runtime.js";
import type { Sql } from "../../src/engine/sql.js";
import { inTenant } from "../../src/engine/tenant-scope.js";
import { openLeaseStore } from "../../src/store/lease-store.js";
import { openMemoryStore } from "../../src/store/memory/memory-store.js";
import { openRemediationStore } from "../../src/store/memory/remediation-store.js";
import { openSearchIndex } from "../../src/store/search/search-index.js";
import { openVectorStore } from "../../src/store/search/vector-store.js";
import { memoryFor, remediationFor } from "./records.js";

/** The stores as the product opens them. */
export function storesOver(sql: Sql) {
  const index = openSearchIndex(sql);
  return {
    index,
    memories: openMemoryStore(sql, index),
    remediations: openRemediationStore(sql, index),
    vectors: openVectorStore(sql),
    leases: openLeaseStore(sql, fixedRuntime()),
  };
}

/** A word that only records of `tenant` contain. */
export const wordOf = (tenant: string) => `zebrafish${tenant.replace(/\W/g, "")}`;

export async function fillStores(sql: Sql, tenant: string): Promise<void> {
  const { memories, remediations, index, vectors } = storesOver(sql);
  await inTenant(tenant, async () => {
    await memories.add(tenant, [memoryFor(tenant, wordOf(tenant))]);
    await remediations.add({ tenant, owner: tenant }, remediationFor(tenant, wordOf(tenant)));
    for (const docId of await index.newest(tenant, {}, 10))
      await vectors.add(model, [vectorOf(docId)], { from: 0, to: docId });
  });
}

/** Vectors of the indexed dimension, all in one direction: every query is near to all of them. */
const model = "near";
const direction = new Float32Array(384).fill(Math.sqrt(1 / 384));
const vectorOf = (docId: number) => ({
  docId,
  passage: 0,
  scale: direction[0] ?? 0,
  codes: new Uint8Array(48).fill(255),
  int8: new Uint8Array(384).fill(1),
});

/** What a caller authenticated as `thief` gets of `victim` from the stores. */
export async function attackStores(sql: Sql, thief: string, victim: string): Promise<string[]> {
  const { index, memories, remediations, vectors } = storesOver(sql);
  const word = wordOf(victim);
  const all = { groups: [[word]], excluded: [], filter: {}, limit: 10 };
  const attempts: Record<string, () => Promise<number>> = {
    "a forged tenant lists memories": async () => (await memories.list(victim, {}, { limit: 9, offset: 0 })).length,
    "an id of another's memory": async () => Number((await memories.get(victim, `mem_${victim}`)) !== undefined),
    "another's memory by id, as one's own": async () =>
      Number((await memories.get(thief, `mem_${victim}`)) !== undefined),
    "a forged count": () => memories.count(victim),
    "a forged change": async () =>
      Number((await memories.change(victim, `mem_${victim}`, (one) => ({ ...one, title: "taken" }))) !== undefined),
    "a forged record": async () => {
      await memories.add(victim, [{ ...memoryFor(victim, word), id: "mem_forged" }]);
      return 1;
    },
    "another's remediation": async () => (await remediations.getMany(victim, [`rem_${victim}`])).length,
    "another's fingerprint": async () => (await remediations.withFingerprint(victim, `print of ${victim}`)).length,
    "a search for another's word": async () => (await index.match(thief, all)).length,
    "a forged search": async () => (await index.match(victim, all)).length,
    "the newest of another": async () => (await index.newest(victim, {}, 10)).length,
    "documents by guessed numbers": async () =>
      (
        await index.read(
          victim,
          Array.from({ length: 50 }, (_, i) => i + 1),
        )
      ).length,
    "how often another's word occurs": async () => (await index.frequencies(victim, [word], 10))[0] ?? 0,
    "another's word by a part of it": async () =>
      (await index.termsContaining(word.slice(2, 9), 10)).filter((one) => one.startsWith(word)).length,
    "another's title": async () => (await index.findByTitle(victim, `About ${word}`, {}, 10)).length,
    "another's word by its beginning": async () =>
      (await index.termsWithPrefix(word.slice(0, 6), 50)).filter((one) => one.startsWith(word)).length,
    "another's word by a typing error": async () =>
      (await index.similarTerms(`${word}x`, 10)).filter((one) => one.startsWith(word)).length,
    "how much another has": () => index.count(victim),
    "another's documents to read for meaning": async () =>
      (await vectors.pending("m", 50)).documents.filter(({ body }) => body.includes(word)).length,
    "the nearest vectors, of another": async () =>
      ((await vectors.nearest?.(model, direction, victim, {}, 50)) ?? []).length,
    "the nearest vectors, of whomever": async () => {
      const own = await vectors.count(model);
      return ((await vectors.nearest?.(model, direction, thief, {}, 50)) ?? []).length - own;
    },
    "another's vectors by guessed keys": async () => {
      const keys = Array.from({ length: 50 }, (_, i) => i + 1);
      const own = new Set(await index.newest(thief, {}, 50));
      const read = [...(await vectors.readInt8(keys)), ...(await vectors.readInt8Of(model, keys))];
      return read.filter(({ docId }) => !own.has(Number(docId))).length;
    },
    "another's vectors": async () =>
      (await vectors.codesAfter("m", 0, 50)).filter((one) => one.tenant === victim).length,
  };
  const breaches: string[] = [];
  for (const [name, attempt] of Object.entries(attempts)) {
    const got = await inTenant(thief, () => attempt().catch(() => 0));
    if (got > 0) breaches.push(name);
  }
  return breaches;
}

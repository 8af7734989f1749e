import { silentLog } from "../../src/base/log.js";
import { fixedRuntime } from "../../src/base/runtime.js";
import { createCodeIndex } from "../../src/domain/code/code-index.js";
import { createProjectResolver } from "../../src/domain/identity/project-resolver.js";
import { createSearch } from "../../src/domain/search/search.js";
import type { Embedder } from "../../src/engine/embedder.js";
import { gitCliLocator } from "../../src/engine/git-cli/git-cli-locator.js";
import { nodeFileTree } from "../../src/engine/node-files/node-file-tree.js";
import { openSqlite } from "../../src/engine/sqlite/open-sqlite.js";
import { treeSitterParser } from "../../src/engine/tree-sitter/tree-sitter-parser.js";
import { openCodeStore } from "../../src/store/code/code-store.js";
import { openLeaseStore } from "../../src/store/lease-store.js";
import { migrate } from "../../src/store/migrate.js";
import { migrations } from "../../src/store/migrations/index.js";
import { openSearchIndex } from "../../src/store/search/search-index.js";
import { openVectorStore } from "../../src/store/search/vector-store.js";

/** The folder's files, indexed in a database in memory as the product does it. */
export async function openCodeBench(tree: string, embedder: Embedder | undefined) {
  const runtime = fixedRuntime();
  const sql = await openSqlite(":memory:");
  await migrate(sql, runtime, migrations);
  const [index, vectors] = [openSearchIndex(sql), openVectorStore(sql)];
  const search = createSearch({ index, vectors, embedder, runtime });
  const code = createCodeIndex({
    ...{ gitLocator: gitCliLocator, leases: openLeaseStore(sql, runtime) },
    ...{ store: openCodeStore(sql, index), search, runtime, tree: nodeFileTree, parser: treeSitterParser() },
    identity: createProjectResolver({ gitLocator: gitCliLocator, user: "bench" }),
  });
  const call = {
    ...{ signal: new AbortController().signal, tenant: "bench", caller: "bench", folder: tree, log: silentLog },
    progress: () => {},
  };
  const location = { path: tree, owner: "bench" };
  const stats = await code.index(call, { ...location, include: ["*"], exclude: [], maxFileSize: 1_048_576 });
  return { sql, index, vectors, code, call, location, stats };
}

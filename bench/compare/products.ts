import { join } from "node:path";

type Call = readonly [tool: string, input: Record<string, unknown>];

/** A memory product that runs as an MCP server, offline, from npm alone. */
export interface Product {
  readonly name: string;
  /** What npm installs; nothing for the build in this folder. */
  readonly package?: string;
  readonly version: string;
  /** The program and its arguments, in `folder` where the package was installed. */
  start(folder: string): readonly string[];
  /** Variables that keep its data in `home`. */
  env(home: string): Readonly<Record<string, string>>;
  record(key: string, text: string): Call;
  search(query: string): Call;
}

const inModules =
  (...path: readonly string[]) =>
  (folder: string) => [join(folder, "node_modules", ...path)];

export const products: readonly Product[] = [
  {
    name: "Throughline",
    version: "this build",
    start: () => [join(import.meta.dirname, "..", "..", "dist", "main.js"), "mcp"],
    env: (home) => ({ THROUGHLINE_HOME: join(home, ".throughline") }),
    record: (key, content) => ["memory_record", { project_id: "compare", title: key, content, outcome: "success" }],
    search: (query) => ["memory_search", { project_id: "compare", query, limit: 10 }],
  },
  {
    name: "server-memory",
    package: "@modelcontextprotocol/server-memory",
    version: "2026.8.31",
    start: inModules("@modelcontextprotocol", "server-memory", "dist", "index.js"),
    env: (home) => ({ MEMORY_FILE_PATH: join(home, "memory.jsonl") }),
    record: (name, text) => ["create_entities", { entities: [{ name, entityType: "note", observations: [text] }] }],
    search: (query) => ["search_nodes", { query }],
  },
  {
    name: "memory-keeper",
    package: "mcp-memory-keeper",
    version: "0.14.1",
    start: inModules("mcp-memory-keeper", "dist", "index.js"),
    env: (home) => ({ DATA_DIR: home }),
    record: (key, value) => ["context_save", { key, value, category: "note" }],
    search: (query) => ["context_search_all", { query, limit: 10 }],
  },
  {
    name: "memory-keeper, semantic",
    package: "mcp-memory-keeper",
    version: "0.14.1",
    start: inModules("mcp-memory-keeper", "dist", "index.js"),
    env: (home) => ({ DATA_DIR: home }),
    record: (key, value) => ["context_save", { key, value, category: "note" }],
    search: (query) => ["context_semantic_search", { query, topK: 10 }],
  },
  {
    name: "agentmemory, without its engine",
    package: "@agentmemory/agentmemory",
    version: "0.9.29",
    start: (folder) => [join(folder, "node_modules", "@agentmemory", "agentmemory", "dist", "cli.mjs"), "mcp"],
    env: () => ({}),
    record: (key, content) => ["memory_save", { content: `${key}: ${content}` }],
    search: (query) => ["memory_smart_search", { query, limit: 10 }],
  },
];

import { join } from "node:path";
import type { WarmUp } from "./compiled-entry.js";

/** A home of its own, and no setting of the person who builds. */
export const warmUpEnv = (folder: string) => ({
  ...{ PATH: process.env.PATH, HOME: folder, THROUGHLINE_HOME: join(folder, "home") },
});

const note = { title: "Use pnpm", content: "Install with pnpm install, never npm." };

/** What nearly every command executes: settings, the database, a write, a list, a refusal. */
export const commandWarmUp = (folder: string): WarmUp => ({
  exported: "runCommand",
  calls: [
    ["memory", "record", note.title, "--content", note.content],
    ["memory", "list"],
    ["memory", "list", "--json"],
    ["memory", "show"],
    ["--help"],
    ["config", "list"],
  ].map((words) => [words, []]),
  env: warmUpEnv(folder),
  cwd: folder,
});

/** What nearly every server executes: the handshake, a listing, a write, a search. */
export const serverWarmUp = (folder: string, starter: string): WarmUp => ({
  ...{ starter, exported: "openStdio", calls: [[[]]] },
  env: warmUpEnv(folder),
  cwd: folder,
  input: [
    request("initialize", {
      ...{ protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "build", version: "1" } },
    }),
    { jsonrpc: "2.0", method: "notifications/initialized" },
    request("tools/list", {}),
    request("tools/call", { name: "memory_record", arguments: note }),
    request("tools/call", { name: "memory_list", arguments: {} }),
  ]
    .map((message) => `${JSON.stringify(message)}\n`)
    .join(""),
});

const request = (method: string, params: object) => ({ jsonrpc: "2.0", id: method, method, params });

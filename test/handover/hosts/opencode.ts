import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { DatabaseSync } from "@photostructure/sqlite";
import type { Machine } from "../machine.js";
import type { Turn } from "../story.js";
import { fileOf, type Json, nameOf, type SessionScope } from "./dialect.js";
import type { AgentSession } from "./session.js";

const schema = `
  CREATE TABLE IF NOT EXISTS project (id text PRIMARY KEY, worktree text NOT NULL, vcs text, name text,
    time_created integer NOT NULL, time_updated integer NOT NULL, sandboxes text NOT NULL);
  CREATE TABLE IF NOT EXISTS session (id text PRIMARY KEY, project_id text NOT NULL, parent_id text, slug text NOT NULL,
    directory text NOT NULL, path text, title text NOT NULL, version text NOT NULL, agent text, model text,
    time_created integer NOT NULL, time_updated integer NOT NULL);
  CREATE TABLE IF NOT EXISTS message (id text PRIMARY KEY, session_id text NOT NULL, time_created integer NOT NULL,
    time_updated integer NOT NULL, data text NOT NULL);
  CREATE TABLE IF NOT EXISTS part (id text PRIMARY KEY, message_id text NOT NULL, session_id text NOT NULL,
    time_created integer NOT NULL, time_updated integer NOT NULL, data text NOT NULL);`;

/** OpenCode 1.18: rows of `~/.local/share/opencode/opencode.db`, and a plugin that runs in its process. */
export function openOpenCodeSession(machine: Machine, scope: SessionScope): AgentSession {
  const database = openDatabase(scope);
  const session = `ses_${scope.id}`;
  const plugin = join(machine.home, ".config", "opencode", "plugins", "throughline.js");
  const program = join(import.meta.dirname, "opencode-plugin-host.mjs");
  const env = machine.env(scope.startedAt);
  const host = spawn(process.execPath, [program, plugin, scope.folder], { cwd: scope.folder, env, stdio: "pipe" });
  const ended = once(host, "close");
  host.stderr.resume();
  const answers = createInterface({ input: host.stdout })[Symbol.asyncIterator]();
  let step = 0;

  async function tell(kind: string, now: Date, fields: Json): Promise<unknown> {
    host.stdin.write(`${JSON.stringify({ kind, now: now.toISOString(), ...fields })}\n`);
    const { value, done } = await answers.next();
    if (done) throw new Error("The plugin of OpenCode ended its host.");
    return JSON.parse(value);
  }
  const announce = (type: string, now: Date, properties: Json) =>
    tell("event", now, { event: { id: `evt_${step}`, type, properties: { sessionID: session, ...properties } } });

  function addMessage(role: string, now: Date, parts: readonly Json[]): string {
    step += 1;
    const [at, id] = [now.getTime(), `msg_${nameOf(scope, String(step).padStart(3, "0"))}`];
    const add = (sql: string, ...values: (string | number)[]) => database.prepare(sql).run(...values);
    const data = { role, time: { created: at }, agent: "build", modelID: "claude-sonnet-4-5" };
    add("INSERT INTO message VALUES (?, ?, ?, ?, ?)", id, session, at, at, JSON.stringify(data));
    for (const [i, part] of parts.entries()) {
      add("INSERT INTO part VALUES (?, ?, ?, ?, ?, ?)", `${id}-${i}`, id, session, at, at, JSON.stringify(part));
    }
    add("UPDATE session SET time_updated = ? WHERE id = ?", at, session);
    return id;
  }

  return {
    async start(now) {
      const at = now.getTime();
      database
        .prepare("INSERT INTO session VALUES (?, 'global', NULL, ?, ?, ?, ?, '1.18.33', 'build', ?, ?, ?)")
        .run(
          session,
          scope.id,
          scope.folder,
          scope.folder.slice(1),
          `New session - ${now.toISOString()}`,
          "{}",
          at,
          at,
        );
      await announce("session.created", now, { info: { id: session, directory: scope.folder } });
      // OpenCode asks its plugins for context only with a prompt.
      return "";
    },
    async prompt(text, now) {
      const message = `msg_${nameOf(scope, "p", step)}`;
      const { system = "", prompt = "" } = (await tell("prompt", now, { session, message, text })) as {
        system?: string;
        prompt?: string;
      };
      const synthetic = prompt === "" ? [] : [{ type: "text", text: prompt, synthetic: true }];
      addMessage("user", now, [{ type: "text", text }, ...synthetic]);
      await announce("message.updated", now, { info: { id: message, role: "user", sessionID: session } });
      return [system, prompt].filter(Boolean).join("\n");
    },
    async answer(text, now) {
      addMessage("assistant", now, [{ type: "step-start" }, { type: "text", text }]);
    },
    async call(turn, now) {
      const { tool, input, output, exit } = callOf(scope, turn);
      const id = `call_${nameOf(scope, step)}`;
      const context = await tell("call", now, { session, id, tool, input, output, exit });
      const metadata = tool === "bash" ? { output, exit, truncated: false } : { truncated: false };
      const time = { start: now.getTime(), end: now.getTime() + 20 };
      const state = { status: "completed", input, output, metadata, title: tool, time };
      addMessage("assistant", now, [{ type: "step-start" }, { type: "tool", tool, callID: id, state }]);
      return String(context);
    },
    async end(now) {
      await announce("session.idle", now, {});
      host.stdin.end();
      await ended;
      database.close();
    },
  };
}

function openDatabase({ home }: SessionScope) {
  const folder = join(home, ".local", "share", "opencode");
  mkdirSync(folder, { recursive: true });
  const database = new DatabaseSync(join(folder, "opencode.db"));
  database.exec(`PRAGMA journal_mode = WAL; ${schema}`);
  database.exec("INSERT OR IGNORE INTO project VALUES ('global', '/', NULL, NULL, 0, 0, '[]')");
  return database;
}

function callOf(scope: SessionScope, turn: Turn) {
  const { exit = 0, output = "", old = "", text = "" } = turn;
  const filePath = fileOf(scope, turn);
  if (turn.run !== undefined)
    return { tool: "bash", input: { command: turn.run, description: "Run it" }, output, exit };
  if (turn.read !== undefined) {
    const content = output.split("\n").map((line, i) => `${i + 1}: ${line}`);
    const shown = `<path>${filePath}</path>\n<type>file</type>\n<content>\n${content.join("\n")}\n</content>`;
    return { tool: "read", input: { filePath }, output: shown, exit };
  }
  if (turn.edit !== undefined) {
    const input = { filePath, oldString: old, newString: turn.new ?? "" };
    return { tool: "edit", input, output: "Edit applied successfully.", exit };
  }
  if (turn.write !== undefined) {
    return { tool: "write", input: { filePath, content: text }, output: "Wrote file successfully.", exit };
  }
  return { tool: "webfetch", input: turn.input ?? {}, output, exit };
}

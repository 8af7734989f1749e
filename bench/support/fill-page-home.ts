import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Home } from "../../src/base/home.js";
import type { Sql } from "../../src/engine/sql.js";
import { openSqlite } from "../../src/engine/sqlite/open-sqlite.js";
import { systemRuntime } from "../../src/entry/wiring/system-runtime.js";
import { migrate } from "../../src/store/migrate.js";
import { migrations } from "../../src/store/migrations/index.js";
import { searchDocument } from "../../src/store/search/search-document.js";
import { openSearchIndex } from "../../src/store/search/search-index.js";
import { ClaudeTranscript } from "../../test/support/claude-transcript.js";
import { seeded } from "../../test/support/synthetic-sessions.js";
import { claudeFolder } from "./open-archive.js";

export const exchangesPerSession = 4;
export const longSession = { id: "10000000-0000-4000-8000-000000000000", turns: 2000 } as const;

const agents = ["claude-code", "codex", "gemini", "copilot"];
const words =
  `server request response handler database connection query user session token cache file module function test error
  build deploy config value type interface service client route schema migration index table column row key event message
  queue worker thread process memory buffer stream socket timeout retry limit rate page view component state render style
  layout button form input output log metric trace span alert monitor backup restore version release branch commit merge
  review change update remove add fix refactor improve check validate parse format encode decode`.split(/\s+/);

/** Adds documents, each an exchange, and their sessions to the home. */
export async function fillPageHome(home: Home, folder: string, documents: number): Promise<void> {
  const sql = await openSqlite(home.database);
  await migrate(sql, systemRuntime(), migrations);
  const index = openSearchIndex(sql);
  const random = seeded(11);
  // Zipf's law: the n-th word is n times as rare as the first.
  const word = () => {
    const rank = Math.floor(60_000 ** random()) - 1;
    return words[rank] ?? `w${rank}`;
  };
  const text = (count: number) => Array.from({ length: count }, word).join(" ");
  const batch = 500;
  for (let from = 0; from < documents; from += batch) {
    const rows = Array.from({ length: Math.min(batch, documents - from) }, (_, i) => from + i);
    await index.put(
      "local",
      rows.map((i) => {
        const session = sessionOf(i);
        return searchDocument({
          id: `exchange/${session}/k${i}`,
          kind: "exchange",
          project: "p1",
          source: session,
          session,
          at: timeOf(i),
          title: text(8),
          body: text(40),
          reply: text(60),
          files: [`src/${word()}.ts`],
        });
      }),
    );
    await addSessions(sql, folder, rows, text);
  }
  await sql.run("INSERT INTO known_projects (tenant, id, name) VALUES ('local', 'p1', 'shop')");
  await sql.close();
}

const sessionOf = (document: number): string => `s-${Math.floor(document / exchangesPerSession)}`;

const timeOf = (i: number): string => new Date(Date.parse("2026-01-01T00:00:00Z") + i * 250_000).toISOString();

async function addSessions(
  sql: Sql,
  folder: string,
  documents: readonly number[],
  text: (count: number) => string,
): Promise<void> {
  await sql.transaction(async (session) => {
    for (const i of documents.filter((one) => one % exchangesPerSession === 0))
      await session.run(
        `INSERT INTO sessions (tenant, id, agent, project, folder, branch, model, title, parent, started_at, ended_at,
         exchanges, tokens_in, tokens_out) VALUES ('local', ?, ?, 'p1', ?, 'main', 'm', ?, '', ?, ?, ?, 100, 10)`,
        [
          sessionOf(i),
          agents[(i / exchangesPerSession) % agents.length] ?? "",
          folder,
          text(8),
          timeOf(i),
          timeOf(i + exchangesPerSession - 1),
          exchangesPerSession,
        ],
      );
  });
}

/** A transcript of the long session, where Claude Code would store it: each turn has calls with outputs. */
export function writeLongSession(person: string, folder: string): void {
  const transcript = new ClaudeTranscript(longSession.id, folder);
  for (let turn = 1; turn <= longSession.turns; turn++) {
    transcript.ask(`Prompt number ${turn}: why does step ${turn % 90} fail?`);
    for (let call = 0; call < turn % 4; call++)
      transcript.use(
        "Bash",
        { command: `npm test -- ${turn}.${call}` },
        `Line of output ${turn}\n`.repeat(60),
        call === 2,
      );
    transcript.say(`Answer ${turn}. ${"It was the cache, so the key has the version now. ".repeat(1 + (turn % 12))}`);
  }
  const sessions = claudeFolder(person, folder);
  mkdirSync(sessions, { recursive: true });
  writeFileSync(join(sessions, `${longSession.id}.jsonl`), `${transcript.lines.join("\n")}\n`);
}

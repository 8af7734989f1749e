import { setTimeout as sleep } from "node:timers/promises";
import * as z from "zod";
import { AppError } from "../../base/errors.js";
import { shortId } from "../../base/ids.js";
import type { Paint } from "../../base/paint.js";
import { formatCount } from "../../base/text/plural.js";
import { parseFileLine } from "../../domain/archive/sessions/parse-file-line.js";
import type { DigestLine } from "../../domain/archive/sessions/sessions.js";
import type { SessionEvent } from "../../store/archive/session-event.js";
import { type Command, defineCommand } from "../define-command.js";
import { flag, optionalText, sinceField, timeSince } from "../fields.js";

const intervalMs = 1000;

export const fixesText = (fixes: number) =>
  fixes > 0 && `Added ${formatCount(fixes, "candidate fix", "candidate fixes")} from errors that were solved.`;

export const archiveCommands: readonly Command[] = [
  defineCommand("ingest", {
    summary: "Import new parts of transcripts into the archive.",
    input: z.object({ watch: flag("Repeat every second until interrupted.") }),
    examples: ["ingest", "ingest --watch"],

    async run({ watch }, app) {
      const sum = { transcripts: 0, bytes: 0, events: 0, fixes: 0, dropped: 0 };
      for (const { signal, progress } = app.call; ; ) {
        const { transcripts, bytes, events } = await app.ingest.catchUp(() => signal.aborted);
        sum.transcripts += transcripts;
        sum.bytes += bytes;
        sum.events += events;
        sum.dropped += (await app.sessions.dropOld(app.call.tenant)).sessions;
        if (events > 0 || !watch) sum.fixes += await app.promoteFixes(app.call);
        if (!watch || signal.aborted) return sum;
        progress(sum.events, undefined, "events");
        await sleep(intervalMs, undefined, { signal }).catch(() => {});
      }
    },

    toText: ({ transcripts, events, bytes, fixes, dropped }) => [
      transcripts === 0
        ? "Nothing new."
        : `Read ${formatCount(events, "event")} from ${formatCount(transcripts, "transcript")} (${(bytes / 1e6).toFixed(1)} MB).`,
      fixesText(fixes),
      dropped > 0 && `Deleted ${formatCount(dropped, "session")} beyond archive.retentionDays or archive.retentionMB.`,
    ],
  }),

  defineCommand("stats", {
    summary: "Show the size of the session archive.",
    examples: ["stats", "stats --json"],
    run: (_, app) => app.sessions.totals(app.call),
    toText: ({ sessions, exchanges, projects, transcripts, bytes, oldest, newest, agents }) => [
      `Sessions      ${sessions}`,
      `Exchanges     ${exchanges}`,
      `Projects      ${projects}`,
      `Transcripts   ${transcripts}`,
      `Size          ${(bytes / 1e6).toFixed(1)} MB`,
      sessions > 0 && `From          ${oldest.slice(0, 10)} to ${newest.slice(0, 10)}`,
      agents.map(({ agent, sessions: count }) => `${agent.padEnd(13)} ${count}`),
    ],
  }),

  defineCommand("digest", {
    summary: "Summarize what was done, decided and left open, per project.",
    input: z.object({ since: sinceField.default("1d"), project: optionalText("Only this project, by path or name.") }),
    examples: ["digest", "digest --since 1w"],
    run: ({ since, project }, app) => app.sessions.digest(app.call, timeSince(since, app.runtime.now()), project),

    toText(projects, paint) {
      const part = (title: string, rows: readonly DigestLine[]) =>
        rows.length > 0 && [`  ${title}`, rows.map(({ text, id }) => `    - ${text} ${paint.dim(id)}`)];
      return projects.map(({ project, sessions, done, decided, open }) => [
        paint.bold(`${project} (${formatCount(sessions, "session")})`),
        part("Done", done),
        part("Decided", decided),
        part("Open", open),
      ]);
    },
    whenEmpty: "No sessions since then.",
  }),

  defineCommand("replay", {
    summary: "Print a session from its first prompt to its last answer.",
    input: z.object({ session: z.string().min(1).describe("Session id or prefix.") }),
    positional: ["session"],
    examples: ["replay 7f9e74cd"],
    run: ({ session }, app) => app.sessions.turns(app.call, session),
    toText: ({ session, turns }, paint) =>
      [
        paint.bold(`${session.agent} ${shortId(session.id)} ${session.startedAt.slice(0, 16)}`),
        ...turns.flatMap(({ events }) => events.map((event) => eventText(event, paint))),
      ].join("\n\n"),
  }),

  defineCommand("blame", {
    summary: "Trace a file or line to its commit, and the commit to the session and question behind it.",
    input: z.object({ place: z.string().min(1).describe("FILE or FILE:LINE.") }),
    positional: ["place"],
    examples: ["blame src/db/pool.ts:42"],

    run({ place }, app) {
      const { path, line } = parseFileLine(place);
      return app.sessions.blame(app.call, path, line);
    },

    toText({ path, commit, by, isCertain, answer }, paint) {
      const change = commit
        ? `${commit.commit.slice(0, 10)} ${commit.at.slice(0, 16)} ${commit.subject}`
        : "not committed";
      const how = isCertain ? "wrote this line" : "was the last to change the file before that";
      return [
        `${path}: ${change}`,
        by
          ? `${paint.bold("Session")} ${by.sessionId} at ${by.at.slice(0, 16)} ${how}\n  asked: ${by.question}\n  ${answer}`
          : "No archived session changed it before that commit.",
      ];
    },
  }),

  defineCommand("rebuild-index", {
    summary: "Rebuild exchanges, patterns and the search index from the archived sessions.",

    async run(_, app) {
      await app.ingest.catchUp();
      return app.rebuildArchive(app.call);
    },

    toText: ({ sessions, exchanges }) =>
      `Indexed ${formatCount(exchanges, "exchange")} of ${formatCount(sessions, "session")}.`,
  }),

  defineCommand("forget", {
    summary: "Permanently delete a session, or a project's sessions, and everything derived from them.",
    input: z.object({ session: optionalText("Session id or prefix."), project: optionalText("Project path or name.") }),
    positional: ["session"],
    examples: ["forget 7f9e74cd", "forget --project shop"],

    async confirm({ session, project }, app) {
      if ((session === undefined) === (project === undefined))
        throw new AppError("invalid", "Pass either a session or --project.", {
          hint: "See `throughline forget --help`.",
        });
      const rest = "and everything derived from them, with all automatic backups. This cannot be undone.";
      if (session !== undefined) {
        const { id, title } = await app.sessions.find(app.call, session);
        return `Deletes session ${shortId(id)} (${title || "untitled"}), its exchanges ${rest}`;
      }
      const sessions = await app.sessions.list(app.call, { project: project ?? "", limit: maxSessions });
      return `Deletes ${formatCount(sessions.length, "session")} of ${project}, their exchanges ${rest}`;
    },

    run: (selection, app) => app.sessions.forget(app.call, selection),

    toText: ({ sessions, exchanges, events }) =>
      `Deleted ${formatCount(sessions, "session")} with ${formatCount(exchanges, "exchange")} and ${formatCount(events, "event")}. They will not be imported again.`,
  }),
];

function eventText(event: SessionEvent, paint: Paint): string {
  switch (event.kind) {
    case "prompt":
      return `${paint.bold("▸")} ${event.text}`;
    case "call":
      return paint.dim(`→ ${event.tool} ${JSON.stringify(event.input).slice(0, 400)}`);
    case "result":
      return paint.dim(`${event.ok ? "←" : "✗"} ${event.text.slice(0, 800)}`);
    default:
      return event.text;
  }
}

const maxSessions = 1_000_000;

import * as z from "zod";
import { AppError } from "../../base/errors.js";
import { getValue, setValue } from "../../domain/context/dotpath.js";
import { appendSession, commaList, updateState } from "../../domain/context/update-state.js";
import { answerFrom, answerOf } from "../answer-schema.js";
import { defineContextTool, type Tool } from "../define-tool.js";
import { notices } from "./context-fields.js";

export const valueTools: readonly Tool[] = [
  defineContextTool("context_get", "reads", {
    title: "Read a value",
    description:
      "Read a value by dotted path: knowledge.<key>, decisions.<id>, state.current_task, manifest.project.name, preferences, history. Use a get or list tool where one exists.",
    input: z.object({ dotpath: z.string().describe("For example `manifest.project.name`.") }),
    output: answerOf("any"),
    examples: [{ dotpath: "state" }],
    cli: { command: "context get", positional: ["dotpath"] },

    async run({ dotpath }, project) {
      const value = await getValue(project, dotpath);
      if (value === undefined) throw new AppError("missing", `No value at '${dotpath}'`);
      return value;
    },

    toText: (value) => (typeof value === "string" ? value : JSON.stringify(value, null, 2)),
  }),

  defineContextTool("context_set", "replaces", {
    title: "Set a value",
    description:
      "Set a value by dotted path: knowledge.<key>, conventions.<key>, state.<field>, preferences.team.<name>, preferences.user.<name>. Use for progress and preferences.",
    input: z.object({
      dotpath: z.string().describe("For example `state.current_task`."),
      value: z.string().describe("New value."),
    }),
    output: answerFrom({ status: "string", dotpath: "string", ...notices }),
    examples: [{ dotpath: "state.current_task", value: "Auth middleware" }],
    cli: { command: "context set", positional: ["dotpath", "value"] },

    async run({ dotpath, value }, project) {
      await setValue(project, dotpath, value);
      return { status: "ok", dotpath, ...project.notices() };
    },

    toText: ({ dotpath }) => `Set ${dotpath}.`,
    changes: ({ dotpath }) => [`context://${dotpath.split(".")[0]}`],
  }),

  defineContextTool("context_update_state", "replaces", {
    title: "Update state",
    description:
      "Set your current task and blockers. Use when you start or switch a task. Omitted fields do not change.",
    input: z.object({
      current_task: z.string().default("").describe("Empty: unchanged."),
      blockers: z.string().optional().describe("Comma-separated; an empty string clears them."),
    }),
    output: answerFrom({ status: "string", current_task: "string", blockers: ["string"], ...notices }),
    examples: [{ current_task: "Auth middleware", blockers: "API spec" }],
    cli: { command: "state update", positional: ["current_task"] },

    async run({ current_task: currentTask, blockers }, project) {
      const blockerList = blockers === undefined ? undefined : commaList(blockers);
      const state = await updateState(project, { currentTask, blockers: blockerList });
      return { ...state, status: "ok", ...project.notices() };
    },

    toText: ({ current_task }) => `Working on: ${current_task}`,
    changes: () => ["context://state"],
  }),

  defineContextTool("context_append_session", "adds", {
    title: "Append session",
    description: "Add a session summary to the history for the next agent. Use at the end of a session.",
    input: z.object({
      agent: z.string().default("").describe("Who did the work. Default: you."),
      summary: z.string().default("").describe("What was done."),
      knowledge_added: z.string().default("").describe("Comma-separated keys."),
      decisions_added: z.string().default("").describe("Comma-separated ids."),
    }),
    output: answerFrom({ status: "string", session_id: "string", ...notices }),
    examples: [{ summary: "Set up the schema" }],
    cli: { command: "history add", positional: ["summary"] },

    async run({ knowledge_added: knowledgeAdded, decisions_added: decisionsAdded, ...session }, project) {
      const session_id = await appendSession(project, { ...session, knowledgeAdded, decisionsAdded });
      return { status: "ok", session_id, ...project.notices() };
    },

    toText: ({ session_id }) => `Saved session ${session_id}.`,
    changes: () => ["context://history"],
  }),
];

import { AppError } from "../../base/errors.js";
import { requireDecision } from "../../domain/context/decisions.js";
import { requireEntry } from "../../domain/context/entries.js";
import type { ProjectContext } from "../../domain/context/project-context.js";
import { listSkills, requireSkill, skillStats } from "../../domain/context/skill-feedback.js";
import { summarizeProject } from "../../domain/context/summarize-project.js";
import { contextResource, contextTemplate, type Resource } from "../define-resource.js";

const sessionsShown = 50;

const skillNames = async (project: ProjectContext) => (await project.skills.list()).map(({ name }) => name);

export const contextResources: readonly Resource[] = [
  contextResource("context://manifest", {
    name: "manifest",
    title: "Manifest",
    description: "The project's name and id, and metadata of its store.",

    async read(project) {
      const manifest = await project.manifest.read();
      if (manifest) return manifest;
      throw new AppError("missing", "There is no context store yet", { hint: "Adding the first entry creates it." });
    },
  }),

  contextResource("context://summary", {
    name: "summary",
    title: "Summary",
    description: "Number of entries of each kind, and the current task.",
    read: summarizeProject,
  }),

  contextResource("context://knowledge", {
    name: "knowledge",
    title: "Knowledge",
    description: "All knowledge entries of this project with content and scope.",
    read: (project) => project.knowledge.list(),
  }),

  contextTemplate("context://knowledge/{key}", {
    name: "knowledge-entry",
    title: "Knowledge entry",
    description: "One knowledge entry, by key.",
    read: (project, key) => requireEntry(project, "knowledge", key),
    list: (project) => project.knowledge.keys(),
  }),

  contextResource("context://conventions", {
    name: "conventions",
    title: "Conventions",
    description: "All team conventions with content and scope.",
    read: (project) => project.conventions.list(),
  }),

  contextTemplate("context://conventions/{key}", {
    name: "convention",
    title: "Convention",
    description: "One convention, by key.",
    read: (project, key) => requireEntry(project, "convention", key),
    list: (project) => project.conventions.keys(),
  }),

  contextResource("context://decisions", {
    name: "decisions",
    title: "Decisions",
    description: "All architectural decisions with id, title, status and scope.",

    async read(project) {
      const decisions = await project.decisions.list();
      return decisions.map(({ id, title, status, scope }) => ({ id, title, status, scope }));
    },
  }),

  contextTemplate("context://decisions/{id}", {
    name: "decision",
    title: "Decision",
    description: "One decision, by number or title.",

    async read(project, id) {
      const { file: _, raw: __, ...decision } = await requireDecision(project, id);
      return decision;
    },
    list: async (project) => (await project.decisions.list()).map(({ id }) => String(id)),
  }),

  contextResource("context://state", {
    name: "state",
    title: "State",
    description: "The current task, blockers and progress on this machine.",
    read: (project) => project.state.read(),
  }),

  contextResource("context://history", {
    name: "history",
    title: "History",
    description: "Summaries of the latest sessions, oldest first.",
    read: (project) => project.history.recent(sessionsShown),
  }),

  contextResource("context://skills", {
    name: "skills",
    title: "Skills",
    description: "All skills with name, description and scope.",
    read: listSkills,
  }),

  contextResource("context://skills/stats", {
    name: "skill-stats",
    title: "Skill statistics",
    description: "Usage and ratings of each skill, and which need attention.",
    read: skillStats,
  }),

  contextTemplate("context://skills/{name}", {
    name: "skill",
    title: "Skill",
    description: "The complete SKILL.md of a skill.",

    async read(project, given) {
      const { name, description, content, scope } = await requireSkill(project, given);
      return { name, description, content, scope };
    },
    list: skillNames,
  }),

  contextTemplate("context://skills/{name}/feedback", {
    name: "skill-feedback",
    title: "Skill feedback",
    description: "All ratings of a skill with comments.",
    read: async (project, name) => project.skillRecords.feedback((await requireSkill(project, name)).name),
    list: skillNames,
  }),

  contextTemplate("context://skills/{name}/proposals", {
    name: "skill-proposals",
    title: "Skill proposals",
    description: "All proposals to change a skill, in full.",
    read: async (project, name) => project.proposals.list((await requireSkill(project, name)).name),
    list: skillNames,
  }),
];

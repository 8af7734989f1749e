import { AppError } from "../../base/errors.js";
import { requireEntry } from "../../domain/context/change-scope.js";
import { requireDecision } from "../../domain/context/present-decision.js";
import type { ProjectContext } from "../../domain/context/project-context.js";
import { listSkills, requireSkill, skillStats } from "../../domain/context/skill-feedback.js";
import { summarizeProject } from "../../domain/context/summarize-project.js";
import { contextResource, contextTemplate, type Resource } from "../define-resource.js";

const sessionsShown = 50;

const skillNames = async (project: ProjectContext) => (await project.skills.list()).map(({ name }) => name);

export const contextResources: readonly Resource[] = [
  contextResource({
    uri: "context://manifest",
    name: "manifest",
    title: "Manifest",
    description: "The project's name and id, and metadata of its store.",

    async read(project) {
      const manifest = await project.manifest.read();
      if (manifest) return manifest;
      throw new AppError("missing", "There is no context store yet", { hint: "Adding the first entry creates it." });
    },
  }),

  contextResource({
    uri: "context://summary",
    name: "summary",
    title: "Summary",
    description: "Number of entries of each kind, and the current task.",
    read: summarizeProject,
  }),

  contextResource({
    uri: "context://knowledge",
    name: "knowledge",
    title: "Knowledge",
    description: "All knowledge entries of this project with content and scope.",
    read: (project) => project.knowledge.list(),
  }),

  contextTemplate({
    template: "context://knowledge/{key}",
    parameter: "key",
    name: "knowledge-entry",
    title: "Knowledge entry",
    description: "One knowledge entry, by key.",
    read: (project, key) => requireEntry(project, "knowledge", key),
    list: (project) => project.knowledge.keys(),
  }),

  contextResource({
    uri: "context://conventions",
    name: "conventions",
    title: "Conventions",
    description: "All team conventions with content and scope.",
    read: (project) => project.conventions.list(),
  }),

  contextTemplate({
    template: "context://conventions/{key}",
    parameter: "key",
    name: "convention",
    title: "Convention",
    description: "One convention, by key.",
    read: (project, key) => requireEntry(project, "convention", key),
    list: (project) => project.conventions.keys(),
  }),

  contextResource({
    uri: "context://decisions",
    name: "decisions",
    title: "Decisions",
    description: "All architectural decisions with id, title, status and scope.",

    async read(project) {
      const decisions = await project.decisions.list();
      return decisions.map(({ id, title, status, scope }) => ({ id, title, status, scope }));
    },
  }),

  contextTemplate({
    template: "context://decisions/{id}",
    parameter: "id",
    name: "decision",
    title: "Decision",
    description: "One decision, by number or title.",

    async read(project, id) {
      const { file: _, raw: __, ...decision } = await requireDecision(project, id);
      return decision;
    },
    list: async (project) => (await project.decisions.list()).map(({ id }) => String(id)),
  }),

  contextResource({
    uri: "context://state",
    name: "state",
    title: "State",
    description: "The current task, blockers and progress on this machine.",
    read: (project) => project.state.read(),
  }),

  contextResource({
    uri: "context://history",
    name: "history",
    title: "History",
    description: "Summaries of the latest sessions, oldest first.",
    read: (project) => project.history.recent(sessionsShown),
  }),

  contextResource({
    uri: "context://skills",
    name: "skills",
    title: "Skills",
    description: "All skills with name, description and scope.",
    read: listSkills,
  }),

  contextResource({
    uri: "context://skills/stats",
    name: "skill-stats",
    title: "Skill statistics",
    description: "Usage and ratings of each skill, and which need attention.",
    read: skillStats,
  }),

  contextTemplate({
    template: "context://skills/{name}",
    parameter: "name",
    name: "skill",
    title: "Skill",
    description: "The complete SKILL.md of a skill.",

    async read(project, given) {
      const { name, description, content, scope } = await requireSkill(project, given);
      return { name, description, content, scope };
    },
    list: skillNames,
  }),

  contextTemplate({
    template: "context://skills/{name}/feedback",
    parameter: "name",
    name: "skill-feedback",
    title: "Skill feedback",
    description: "All ratings of a skill with comments.",
    read: async (project, name) => project.skillRecords.feedback((await requireSkill(project, name)).name),
    list: skillNames,
  }),

  contextTemplate({
    template: "context://skills/{name}/proposals",
    parameter: "name",
    name: "skill-proposals",
    title: "Skill proposals",
    description: "All proposals to change a skill, in full.",
    read: async (project, name) => project.proposals.list((await requireSkill(project, name)).name),
    list: skillNames,
  }),
];

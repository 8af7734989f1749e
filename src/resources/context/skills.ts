import type { AppCall } from "../../domain/app.js";
import { listSkills, requireSkill, skillStats } from "../../domain/context/skill-feedback.js";
import { defineResource, defineTemplate } from "../define-resource.js";

const complete = async (app: AppCall) => ({
  name: (await (await app.context.open(app.call)).skills.list()).map(({ name }) => name),
});

export const skills = defineResource({
  uri: "context://skills",
  name: "skills",
  toolset: "context",
  title: "Skills",
  description: "All skills with name, description and scope.",
  read: async (app) => listSkills(await app.context.open(app.call)),
});

export const skillStatistics = defineResource({
  uri: "context://skills/stats",
  name: "skill-stats",
  toolset: "context",
  title: "Skill statistics",
  description: "Usage and ratings of each skill, and which need attention.",
  read: async (app) => skillStats(await app.context.open(app.call)),
});

export const skill = defineTemplate({
  template: "context://skills/{name}",
  name: "skill",
  toolset: "context",
  title: "Skill",
  description: "The complete SKILL.md of a skill.",

  async read({ name }, app) {
    const skill = await requireSkill(await app.context.open(app.call), name);
    return { name: skill.name, description: skill.description, content: skill.content, scope: skill.scope };
  },
  complete,
});

export const skillFeedback = defineTemplate({
  template: "context://skills/{name}/feedback",
  name: "skill-feedback",
  toolset: "context",
  title: "Skill feedback",
  description: "All ratings of a skill with comments.",

  async read({ name }, app) {
    const project = await app.context.open(app.call);
    return project.skillRecords.feedback((await requireSkill(project, name)).name);
  },
  complete,
});

export const skillProposals = defineTemplate({
  template: "context://skills/{name}/proposals",
  name: "skill-proposals",
  toolset: "context",
  title: "Skill proposals",
  description: "All proposals to change a skill, in full.",

  async read({ name }, app) {
    const project = await app.context.open(app.call);
    return project.proposals.list((await requireSkill(project, name)).name);
  },
  complete,
});

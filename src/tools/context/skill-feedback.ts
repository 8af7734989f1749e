import * as z from "zod";
import { truncate } from "../../base/text/truncate.js";
import {
  listProposals,
  proposeSkill,
  rateSkill,
  reportUsage,
  resolveProposal,
} from "../../domain/context/skill-feedback.js";
import { answerOf } from "../answer-schema.js";
import { defineContextTool, type Tool } from "../define-tool.js";

export const contextReportSkillUsage = defineContextTool({
  name: "context_report_skill_usage",
  effect: "adds",
  title: "Report skill usage",
  description: "Record that you used a skill. Use after following it.",
  input: z.object({ skill_name: z.string().describe("Skill name.") }),
  output: answerOf({ status: "string", event_id: "string" }),
  examples: [{ skill_name: "run-tests" }],
  cli: { command: "skill used", positional: ["skill_name"] },

  run: async ({ skill_name }, app) => ({
    status: "ok",
    event_id: await reportUsage(await app.context.open(app.call), skill_name),
  }),

  toText: () => "Usage recorded.",
  changes: () => ["context://skills/stats"],
});

export const contextRateSkill = defineContextTool({
  name: "context_rate_skill",
  effect: "adds",
  title: "Rate skill",
  description: "Rate a skill from 1 (poor) to 5 (excellent). Use after following it.",
  input: z.object({
    skill_name: z.string().describe("Skill name."),
    rating: z.int().describe("1 to 5."),
    comment: z.string().default("").describe("Reason."),
  }),
  output: answerOf({ status: "string", feedback_id: "string" }),
  examples: [{ skill_name: "run-tests", rating: 4 }],
  cli: { command: "skill rate", positional: ["skill_name", "rating", "comment"] },

  async run({ skill_name, rating, comment }, app) {
    return {
      status: "ok",
      feedback_id: await rateSkill(await app.context.open(app.call), skill_name, rating, comment),
    };
  },

  toText: () => "Rating saved.",
  changes: ({ skill_name }) => [
    "context://skills/stats",
    `context://skills/${encodeURIComponent(skill_name)}/feedback`,
  ],
});

export const contextProposeSkillImprovement = defineContextTool({
  name: "context_propose_skill_improvement",
  effect: "adds",
  title: "Propose skill change",
  description: "Propose new content for a skill; a person decides. Use when a skill misled you.",
  input: z.object({
    skill_name: z.string().describe("Skill name."),
    proposed_content: z.string().describe("The complete new SKILL.md."),
    rationale: z.string().default("").describe("Reason."),
  }),
  output: answerOf({ status: "string", proposal_id: "string", diff_summary: "string" }),
  examples: [
    { skill_name: "run-tests", proposed_content: "---\nname: run-tests\ndescription: Run the tests\n---\n\nRun them." },
  ],
  cli: { command: "skill propose", positional: ["skill_name", "proposed_content", "rationale"] },

  async run({ skill_name, proposed_content, rationale }, app) {
    const project = await app.context.open(app.call);
    const { id, diff_summary } = await proposeSkill(project, {
      name: skill_name,
      content: proposed_content,
      rationale,
    });
    return { status: "ok", proposal_id: id, diff_summary };
  },

  toText: ({ proposal_id, diff_summary }) => `Proposal ${proposal_id}\n${diff_summary}`,
  changes: ({ skill_name }) => [`context://skills/${encodeURIComponent(skill_name)}/proposals`],
});

export const contextListSkillProposals = defineContextTool({
  name: "context_list_skill_proposals",
  effect: "reads",
  title: "List skill proposals",
  description: "List proposals to change skills. Use to see what is pending.",
  input: z.object({
    skill_name: z.string().default("").describe("Only for this skill."),
    status: z.string().default("").describe("Only pending, accepted, rejected or upstream."),
  }),
  output: answerOf([
    {
      id: "string",
      skill_name: "string",
      agent: "string",
      status: "string",
      diff_summary: "string",
      rationale: "string",
      created_at: "string",
    },
  ]),
  examples: [{ status: "pending" }],
  cli: { command: "skill proposals", positional: ["skill_name"] },

  async run({ skill_name, status }, app) {
    const proposals = await listProposals(await app.context.open(app.call), { skill: skill_name, status });
    return proposals.map(({ id, skill_name: skill, agent, status, diff_summary, rationale, created_at }) => ({
      id,
      skill_name: skill,
      agent,
      status,
      diff_summary,
      rationale: truncate(rationale, 100),
      created_at,
    }));
  },

  toText: (proposals) =>
    proposals
      .map(({ id, skill_name, status, rationale }) => `${id}  ${skill_name}  ${status}  ${rationale}`)
      .join("\n") || "No proposals for skills in this project. Make one with `throughline skill propose`.",
});

export const contextResolveProposal = defineContextTool({
  name: "context_resolve_proposal",
  effect: "replaces",
  title: "Resolve skill proposal",
  description: "Accept or reject a proposal to change a skill. Use only when a person asked you to.",
  input: z.object({
    skill_name: z.string().describe("Skill name."),
    proposal_id: z.string().describe("Proposal id or prefix."),
    status: z.enum(["accepted", "rejected"]).describe("New status."),
  }),
  output: answerOf({ status: "string", proposal_id: "string" }),
  examples: [{ skill_name: "run-tests", proposal_id: "1f", status: "accepted" }],
  cli: { none: "Use `skill apply-proposal` or `skill reject-proposal`." },

  async run({ skill_name, proposal_id, status }, app) {
    const project = await app.context.open(app.call);
    const resolved = await resolveProposal(project, { skill: skill_name, id: proposal_id, status });
    return { status: resolved.status, proposal_id: resolved.id };
  },

  toText: ({ status, proposal_id }) => `Proposal ${proposal_id} is ${status}.`,
  changes: ({ skill_name }) => ["context://skills", `context://skills/${encodeURIComponent(skill_name)}/proposals`],
});

export const skillFeedbackTools: readonly Tool[] = [
  contextReportSkillUsage,
  contextRateSkill,
  contextProposeSkillImprovement,
  contextListSkillProposals,
  contextResolveProposal,
];

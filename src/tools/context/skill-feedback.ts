import * as z from "zod";
import { truncate } from "../../base/text/truncate.js";
import {
  listProposals,
  proposeSkill,
  rateSkill,
  reportUsage,
  resolveProposal,
} from "../../domain/context/skill-feedback.js";
import { answerFrom, texts } from "../answer-schema.js";
import { defineContextTool, type Tool } from "../define-tool.js";

const skill_name = z.string().describe("Skill name.");

const uriOf = (name: string, part: "feedback" | "proposals") => `context://skills/${encodeURIComponent(name)}/${part}`;

export const skillFeedbackTools: readonly Tool[] = [
  defineContextTool("context_report_skill_usage", "adds", {
    title: "Report skill usage",
    description: "Record that you used a skill. Use after following it.",
    input: z.object({ skill_name }),
    output: answerFrom({ status: "string", event_id: "string" }),
    examples: [{ skill_name: "run-tests" }],
    cli: { command: "skill used", positional: ["skill_name"] },
    run: async ({ skill_name: name }, project) => ({ status: "ok", eventId: await reportUsage(project, name) }),
    toText: () => "Usage recorded.",
    changes: () => ["context://skills/stats"],
  }),

  defineContextTool("context_rate_skill", "adds", {
    title: "Rate skill",
    description: "Rate a skill from 1 (poor) to 5 (excellent). Use after following it.",
    input: z.object({
      skill_name,
      rating: z.int().describe("1 to 5."),
      comment: z.string().default("").describe("Reason."),
    }),
    output: answerFrom({ status: "string", feedback_id: "string" }),
    examples: [{ skill_name: "run-tests", rating: 4 }],
    cli: { command: "skill rate", positional: ["skill_name", "rating", "comment"] },

    async run({ skill_name: name, rating, comment }, project) {
      return { status: "ok", feedbackId: await rateSkill(project, name, rating, comment) };
    },

    toText: () => "Rating saved.",
    changes: ({ skill_name: name }) => ["context://skills/stats", uriOf(name, "feedback")],
  }),

  defineContextTool("context_propose_skill_improvement", "adds", {
    title: "Propose skill change",
    description: "Propose new content for a skill; a person decides. Use when a skill misled you.",
    input: z.object({
      skill_name,
      proposed_content: z.string().describe("The complete new SKILL.md."),
      rationale: z.string().default("").describe("Reason."),
    }),
    output: answerFrom({ status: "string", proposal_id: "string", diff_summary: "string" }),
    examples: [
      {
        skill_name: "run-tests",
        proposed_content: "---\nname: run-tests\ndescription: Run the tests\n---\n\nRun them.",
      },
    ],
    cli: { command: "skill propose", positional: ["skill_name", "proposed_content", "rationale"] },

    async run({ skill_name: name, proposed_content: content, rationale }, project) {
      const { id, diff_summary } = await proposeSkill(project, { name, content, rationale });
      return { status: "ok", proposal_id: id, diff_summary };
    },

    toText: ({ proposal_id, diff_summary }) => `Proposal ${proposal_id}\n${diff_summary}`,
    changes: ({ skill_name: name }) => [uriOf(name, "proposals")],
  }),

  defineContextTool("context_list_skill_proposals", "reads", {
    title: "List skill proposals",
    description: "List proposals to change skills. Use to see what is pending.",
    input: z.object({
      skill_name: z.string().default("").describe("Only for this skill."),
      status: z.string().default("").describe("Only pending, accepted, rejected or upstream."),
    }),
    output: answerFrom([texts("id", "skill_name", "agent", "status", "diff_summary", "rationale", "created_at")]),
    examples: [{ status: "pending" }],
    cli: { command: "skill proposals", positional: ["skill_name"] },

    async run({ skill_name: skill, status }, project) {
      const proposals = await listProposals(project, { skill, status });
      return proposals.map((one) => ({ ...one, rationale: truncate(one.rationale, 100) }));
    },

    toText: (proposals) =>
      proposals.map(({ id, skill_name: name, status, rationale }) => `${id}  ${name}  ${status}  ${rationale}`),
    whenEmpty: "No proposals for skills in this project. Make one with `throughline skill propose`.",
  }),

  defineContextTool("context_resolve_proposal", "replaces", {
    title: "Resolve skill proposal",
    description: "Accept or reject a proposal to change a skill. Use only when a person asked you to.",
    input: z.object({
      skill_name,
      proposal_id: z.string().describe("Proposal id or prefix."),
      status: z.enum(["accepted", "rejected"]).describe("New status."),
    }),
    output: answerFrom({ status: "string", proposal_id: "string" }),
    examples: [{ skill_name: "run-tests", proposal_id: "1f", status: "accepted" }],
    cli: { none: "Use `skill apply-proposal` or `skill reject-proposal`." },

    async run({ skill_name: skill, proposal_id: id, status }, project) {
      const resolved = await resolveProposal(project, { skill, id, status });
      return { status: resolved.status, proposalId: resolved.id };
    },

    toText: ({ status, proposal_id }) => `Proposal ${proposal_id} is ${status}.`,
    changes: ({ skill_name: name }) => ["context://skills", uriOf(name, "proposals")],
  }),
];

import { AppError } from "../../base/errors.js";
import { type Proposal, type ProposalStatus, proposalStatuses } from "../../store/context/proposal-store.js";
import type { SkillStats } from "../../store/context/skill-records.js";
import type { Skill } from "../../store/context/skill-store.js";
import { unifiedDiff } from "../merge/diff/unified-diff.js";
import type { ProjectContext } from "./project-context.js";

export async function requireSkill(project: ProjectContext, name: string): Promise<Skill> {
  const skill = await project.skills.read(name);
  if (!skill) throw new AppError("missing", `Skill '${name}' not found`);
  return skill;
}

/** Records that a skill was used; returns the event's id. */
export const reportUsage = (project: ProjectContext, name: string): Promise<string> =>
  addRecord(project, name, (skill, record) => project.skillRecords.addUsage(skill, { ...record, session_id: "" }));

/** Records a rating of a skill; returns the feedback's id. */
export async function rateSkill(
  project: ProjectContext,
  name: string,
  rating: number,
  comment: string,
): Promise<string> {
  if (!Number.isInteger(rating) || rating < 1 || rating > 5)
    throw new AppError("invalid", `Rating must be 1-5, got ${rating}`);
  return addRecord(project, name, (skill, record) =>
    project.skillRecords.addFeedback(skill, { ...record, rating, comment }),
  );
}

const addRecord = (
  project: ProjectContext,
  name: string,
  add: (skill: string, record: { id: string; agent: string; timestamp: string }) => Promise<void>,
): Promise<string> =>
  changeSkill(project, name, async (skill) => {
    const id = project.runtime.newUuid();
    await add(skill.name, { id, agent: project.caller, timestamp: project.runtime.now().toISOString() });
    return id;
  });

const changeSkill = <T>(project: ProjectContext, name: string, change: (skill: Skill) => Promise<T>): Promise<T> =>
  project.changeFound(() => requireSkill(project, name), change);

export async function skillStats(project: ProjectContext): Promise<SkillStats[]> {
  const skills = await project.skills.list();
  return Promise.all(skills.map(({ name }) => project.skillRecords.stats(name)));
}

/** Long enough to judge by, short enough for a listing. */
const maxDiffCharacters = 4000;

export async function proposeSkill(
  project: ProjectContext,
  { name, content, rationale }: { name: string; content: string; rationale: string },
): Promise<Proposal> {
  if (content.trim() === "")
    throw new AppError("invalid", "The proposed content is empty.", { hint: "Pass the complete new SKILL.md." });
  return changeSkill(project, name, async (skill) => {
    const proposal: Proposal = {
      id: project.runtime.newUuid(),
      skill_name: skill.name,
      agent: project.caller,
      rationale,
      proposed_content: content,
      diff_summary: diffHunks(skill.content, content),
      status: "pending",
      created_at: project.runtime.now().toISOString(),
      resolved_at: null,
      resolved_by: "",
    };
    await project.proposals.put(proposal);
    return proposal;
  });
}

/** The hunks of the diff, without the names of files. */
function diffHunks(before: string, after: string): string {
  const diff = unifiedDiff(before, after, { fromFile: "a", toFile: "b" }).split("\n").slice(2).join("\n").trimEnd();
  return diff.length > maxDiffCharacters ? `${diff.slice(0, maxDiffCharacters)}\n…` : diff;
}

function readProposalStatus(text: string): ProposalStatus | undefined {
  if (text === "") return undefined;
  const status = proposalStatuses.find((one) => one === text.trim().toLowerCase());
  if (!status)
    throw new AppError("invalid", `Invalid status '${text}'`, { hint: `Use ${proposalStatuses.join(", ")}.` });
  return status;
}

/** Proposals of one skill, or of all, oldest first. */
export async function listProposals(
  project: ProjectContext,
  { skill, status }: { skill: string; status: string },
): Promise<Proposal[]> {
  const wanted = readProposalStatus(status);
  const skills = skill === "" ? await project.skills.list() : [await project.skills.read(skill)];
  const lists = await Promise.all(skills.map((one) => (one ? project.proposals.list(one.name) : [])));
  return lists.flat().filter((one) => wanted === undefined || one.status === wanted);
}

/** Accepts (the proposal becomes the skill) or rejects a pending proposal, named by its id or the start of it. */
export const resolveProposal = (
  project: ProjectContext,
  { skill: name, id, status }: { skill: string; id: string; status: "accepted" | "rejected" },
): Promise<Proposal> =>
  changeSkill(project, name, async (skill) => {
    const proposal = findByPrefix(await project.proposals.list(skill.name), id);
    if (proposal.status !== "pending")
      throw new AppError("conflict", `Proposal ${proposal.id} is already ${proposal.status}.`);
    if (status === "accepted")
      await project.skills.putContent({ name: skill.name, content: proposal.proposed_content, author: proposal.agent });
    const resolved_at = project.runtime.now().toISOString();
    const resolved = { ...proposal, status, resolved_at, resolved_by: project.caller };
    await project.proposals.put(resolved);
    return resolved;
  });

function findByPrefix(proposals: readonly Proposal[], id: string): Proposal {
  const matches = proposals.filter((one) => id !== "" && one.id.startsWith(id));
  const [only] = matches;
  if (!only) throw new AppError("missing", `Proposal '${id}' not found`);
  if (matches.length > 1)
    throw new AppError("invalid", `'${id}' matches ${matches.length} proposals.`, {
      hint: "Pass a longer prefix of the id.",
    });
  return only;
}

/** Skills as listings show them: what each is for, and whether its ratings ask for attention. */
export async function listSkills(project: ProjectContext) {
  const skills = await project.skills.list();
  return Promise.all(
    skills.map(async ({ name, description, scope, problem }) => ({
      name,
      description,
      scope,
      needs_attention: (await project.skillRecords.stats(name)).needs_attention,
      ...(problem ? { problem } : {}),
    })),
  );
}

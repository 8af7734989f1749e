import type { FileOutcome } from "../../domain/install/change-files.js";
import type { InstallPlan } from "../../domain/install/installer.js";
import type { FilePlan } from "../../domain/install/plan-install.js";
import { unifiedDiff } from "../../domain/merge/diff/unified-diff.js";

export interface ShownFile {
  readonly file: string;
  readonly change: "make" | "change" | "remove" | "none" | "refuse";
  readonly diff: string;
  readonly why: string;
  /** For a person: the path from the home folder on, and what is in it for the agent. */
  readonly shown: string;
  readonly agent: string;
  readonly purpose: string;
}

/** The change of each file in a plan, with its diff. */
export const showFiles = ({ files, hosts, home }: InstallPlan): ShownFile[] =>
  files.map((plan) => ({
    file: plan.file,
    change: changeOf(plan),
    diff: diffOf(plan),
    why: plan.refused ?? "",
    shown: shownPath(plan.file, home),
    agent: isCommand(plan) ? yourShell : (hosts.find(({ id }) => plan.hosts.includes(id))?.name ?? ""),
    purpose: purposeOf(plan),
  }));

const skillFile = /[^\\/]+([\\/])SKILL\.md$/;

const shownPath = (file: string, home: string): string =>
  (file.startsWith(home) ? `~${file.slice(home.length)}` : file).replace(skillFile, "throughline-*");

/** Heads the command in a plan, where the others head their files. */
export const yourShell = "Your shell";

const isCommand = ({ file }: FilePlan) => /[\\/]bin[\\/]throughline$/.test(file);

function purposeOf(plan: FilePlan): string {
  if (isCommand(plan)) return "the command `throughline`";
  const { file, items } = plan;
  const isSkill = skillFile.test(file);
  return [
    ...(items.some((item) => item.kind === "value" && !item.ifMissing)
      ? ["tools: search what is known, record lessons"]
      : []),
    ...(isSkill ? ["skills: when to use the tools"] : []),
    ...(items.some(({ kind }) => kind !== "value") && !isSkill ? ["hooks: give what is known, archive sessions"] : []),
  ].join("; ");
}

/** One screen: each agent with its files, how many lines change, and what they are for. */
export function planText(files: readonly ShownFile[]): string {
  const changed = files.filter(({ change }) => change !== "none");
  const rows = [...new Set(changed.map(({ agent, shown }) => `${agent}\0${shown}`))].map((key) =>
    rowOf(changed.filter(({ agent, shown }) => `${agent}\0${shown}` === key)),
  );
  const width = Math.max(...rows.map(({ shown }) => shown.length));
  const linesWidth = Math.max(...rows.map(({ lines }) => lines.length));
  const agents = [...new Set(rows.map(({ agent }) => agent))];
  return agents
    .flatMap((agent) => [
      ...(agent === "" ? [] : [agent]),
      ...rows
        .filter((row) => row.agent === agent)
        .map(({ shown, lines, purpose }) => `  ${shown.padEnd(width)}  ${lines.padEnd(linesWidth)}  ${purpose}`)
        .map((line) => line.trimEnd()),
    ])
    .join("\n");
}

/** Skills are many small files: they are one row. */
function rowOf(files: readonly ShownFile[]) {
  const [{ shown, agent, purpose, change, why }] = files as [ShownFile];
  if (change === "refuse") return { shown, agent, purpose: why, lines: "not changed" };
  const all = files.flatMap(({ diff }) => diff.split("\n"));
  const count = (sign: RegExp) => all.filter((line) => sign.test(line)).length;
  const [added, removed] = [count(/^\+(?!\+\+ )/), count(/^-(?!-- )/)];
  const lines = [
    ...(files.length > 1 ? [`${files.length} files`] : []),
    ...(change === "make" ? ["new"] : []),
    ...(added > 0 ? [`+${added}`] : []),
    ...(removed > 0 ? [`-${removed}`] : []),
  ];
  return { shown, agent, purpose, lines: lines.join(" ") };
}

function changeOf({ current, next, refused }: FilePlan): ShownFile["change"] {
  if (refused !== undefined) return "refuse";
  if (current === next) return "none";
  if (current === undefined) return "make";
  return next === undefined ? "remove" : "change";
}

function diffOf({ file, current, next, refused }: FilePlan): string {
  if (refused !== undefined) return "";
  const fromFile = current === undefined ? "/dev/null" : file;
  const toFile = next === undefined ? "/dev/null" : file;
  return unifiedDiff(current ?? "", next ?? "", { fromFile, toFile });
}

export const diffText = (files: readonly ShownFile[]): string => files.map(({ diff }) => diff).join("");

/** Why nothing was written. */
export type Held = "dry run" | "no terminal" | "declined";

export interface Answer {
  readonly files: readonly ShownFile[];
  readonly outcomes: readonly FileOutcome[];
  readonly held?: Held;
}

export function outcomeLines({ files, outcomes, held }: Answer): string[] {
  if (held === undefined) {
    return outcomes
      .filter(({ outcome, why }) => outcome !== "unchanged" || why)
      .map(({ outcome, file, why }) => `${outcome.padEnd(9)} ${file}${why ? `: ${why}` : ""}`);
  }
  if (held === "declined") return [reasons.declined];
  const refused = files.filter(({ change }) => change === "refuse").map(({ file, why }) => `refused   ${file} ${why}`);
  const changes = held === "dry run" ? diffText(files).trimEnd() : planText(files);
  return [changes, ...refused, reasons[held]].filter((line) => line !== "");
}

const reasons: Record<Held, string> = {
  "dry run": "Nothing was changed: this was a dry run.",
  "no terminal":
    "Nothing was changed: there is no terminal to confirm in. Add --yes to apply the changes, --dry-run to see the diff.",
  declined: "Nothing was changed.",
};

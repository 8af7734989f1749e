import type { Option } from "../../app/options.js";
import { service } from "../../app/team.js";

const names: Readonly<Record<string, string>> = {
  exchange: "Session",
  memory: "Memory",
  remediation: "Fix",
  knowledge: "Knowledge",
  convention: "Convention",
  decision: "Decision",
  skill: "Skill",
  code: "Code",
};

/** What a team service stores and shows. */
const teamKinds = ["memory", "remediation"];

export const nameOfKind = (kind: string): string => names[kind] ?? kind;

export const kindOptions: readonly Option[] = [
  { value: "", label: "Everything" },
  ...Object.entries(names)
    .filter(([kind]) => !service || teamKinds.includes(kind))
    .map(([value, label]) => ({ value, label })),
];

export const searchPlaceholder = service
  ? "Search, or filter: kind:fix project:shop"
  : "Search, or filter: kind:decision agent:codex file:pay.ts";

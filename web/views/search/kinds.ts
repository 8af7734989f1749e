import type { Option } from "../../app/options.js";

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

export const nameOfKind = (kind: string): string => names[kind] ?? kind;

export const kindOptions: readonly Option[] = [
  { value: "", label: "Everything" },
  ...Object.entries(names).map(([value, label]) => ({ value, label })),
];

import { agentNames, nameOfAgent } from "../components/agent-name.js";
import { welcome } from "./welcome.js";

export interface Option {
  readonly value: string;
  readonly label: string;
}

/** Options of the project filter, by id. */
export const projectOptions = (): Option[] => [
  { value: "", label: "All projects" },
  ...(welcome.value?.projects ?? []).map(({ id, name }) => ({ value: id, label: name })),
];

export const agentOptions: readonly Option[] = [
  { value: "", label: "All agents" },
  ...agentNames.map((agent) => ({ value: agent, label: nameOfAgent(agent) })),
];

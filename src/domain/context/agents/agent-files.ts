import { agentsWith, findHost } from "../../../hosts/all-hosts.js";
import type { AgentFiles } from "../../../hosts/host.js";

/** The file that several agents read. */
const agentsMd: AgentFiles = { block: "AGENTS.md", files: { "AGENTS.md": "agents-instructions" }, folders: [] };

/** Ids of agents with instruction files, and the standard. */
export const agentNames: readonly string[] = [...agentsWith("files"), "agents-md"];

export const agentFilesOf = (name: string): AgentFiles => findHost(name)?.files ?? agentsMd;

/** Marks every file that we wrote as a whole: import skips it, and export may replace or remove it. */
export const ownMarker = "<!-- throughline: written by `throughline export`; edit the store instead -->";

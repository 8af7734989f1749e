import manifest from "../../package.json" with { type: "json" };

/** Facts about the product that all packages share, from package.json. */
export const { version, license, mcpName } = manifest;
/** Registries cut descriptions longer than 100 characters. */
export const description = "One memory for every coding agent: team context, lessons, past sessions. Local first.";
export const nodeRange = manifest.engines.node;
export const summary = manifest.description;

import manifest from "../../../package.json" with { type: "json" };

/** What every kind of package says about the product, from the one place that says it. */
export const { version, license, mcpName } = manifest;
/** Listings cut what is longer than a hundred characters. */
export const description = "One memory for every coding agent: team context, lessons, past sessions. Local first.";
export const nodeRange = manifest.engines.node;
export const summary = manifest.description;

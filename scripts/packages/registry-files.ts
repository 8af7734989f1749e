import { tools } from "../../src/tools/catalog.js";
import { coreTools } from "../../src/tools/core-tools.js";
import { description, license, mcpName, nodeRange, summary, version } from "./manifest-facts.js";

const json = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`;

/** The entry in the MCP registry. */
const registryEntry = () => ({
  $schema: "https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json",
  name: mcpName,
  title: "Throughline",
  description,
  version,
  packages: [
    {
      registryType: "npm",
      identifier: "throughline",
      version,
      runtimeHint: "npx",
      transport: { type: "stdio" },
      packageArguments: [
        { type: "positional", value: "mcp" },
        { type: "positional", value: "--core-tools" },
      ],
      environmentVariables: [
        { name: "MCP_CALLER", description: "Caller name, recorded as author.", isRequired: false, isSecret: false },
        {
          name: "THROUGHLINE_HOME",
          description: "Folder of the database and settings.",
          isRequired: false,
          isSecret: false,
        },
      ],
    },
  ],
});

/** Manifest of the bundle that Claude Desktop installs with a double click. */
const bundleManifest = () => ({
  manifest_version: "0.3",
  name: "throughline",
  display_name: "Throughline",
  version,
  description,
  long_description: summary,
  author: { name: "Throughline" },
  license,
  server: {
    type: "node",
    entry_point: "dist/main.js",
    mcp_config: {
      command: "node",
      args: [`\${__dirname}/dist/main.js`, "mcp", "--core-tools"],
      env: { MCP_CALLER: "claude-desktop" },
    },
  },
  tools: tools.filter(({ name }) => name in coreTools).map(({ name, title }) => ({ name, description: title })),
  compatibility: { platforms: ["darwin", "win32", "linux"], runtimes: { node: nodeRange } },
});

/** Files for registries and bundles, by their path in the repository. */
export const registryFiles = (): readonly (readonly [string, string])[] => [
  ["server.json", json(registryEntry())],
  ["plugins/mcpb/manifest.json", json(bundleManifest())],
];

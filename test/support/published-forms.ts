import * as z from "zod";

// The publishers' schemas, field by field; unknown fields are refused.

const text = z.string().min(1);
const address = z.url();

/** Agent Plugins 1.0.0: the manifest at a plugin's root. */
export const agentPlugin = z.strictObject({
  $schema: z.literal("https://agent-plugins.org/schemas/1.0.0/plugin.schema.json"),
  name: z
    .string()
    .max(64)
    .regex(/^(?!.*(?:--|\.\.))[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?$/),
  version: text.optional(),
  description: text.optional(),
  author: z.strictObject({ name: text.optional(), email: text.optional(), url: text.optional() }).optional(),
  homepage: text.optional(),
  repository: text.optional(),
  license: text.optional(),
  keywords: z.array(text).optional(),
  extensions: z.record(text, z.looseObject({})).optional(),
});

/** Agent Plugins 1.0.0: the servers of a plugin. */
export const agentPluginServers = z.strictObject({
  $schema: z.literal("https://agent-plugins.org/schemas/1.0.0/mcp.schema.json"),
  mcpServers: z.record(
    text,
    z.strictObject({
      type: z.literal("stdio"),
      command: text,
      args: z.array(z.string()).optional(),
      env: z.record(text, z.string()).optional(),
      cwd: z
        .string()
        .regex(/^(\.\/|\$\{PLUGIN_(ROOT|DATA)\}(\/|$))/)
        .optional(),
    }),
  ),
});

const input = { description: text.optional(), isRequired: z.boolean().optional(), isSecret: z.boolean().optional() };

/** The registry of MCP servers: one server and how it is installed. */
export const registryServer = z.strictObject({
  $schema: z
    .string()
    .regex(/^https:\/\/static\.modelcontextprotocol\.io\/schemas\/\d{4}-\d\d-\d\d\/server\.schema\.json$/),
  name: z
    .string()
    .min(3)
    .max(200)
    .regex(/^[a-zA-Z0-9.-]+\/[a-zA-Z0-9._-]+$/),
  title: z.string().min(1).max(100).optional(),
  description: z.string().min(1).max(100),
  version: z
    .string()
    .max(255)
    .regex(/^\d+\.\d+\.\d+/),
  repository: z
    .strictObject({ url: address, source: text, id: text.optional(), subfolder: text.optional() })
    .optional(),
  websiteUrl: address.optional(),
  packages: z.array(
    z.strictObject({
      registryType: z.enum(["npm", "pypi", "nuget", "oci", "mcpb"]),
      identifier: text,
      version: z.string().regex(/^\d+\.\d+\.\d+/),
      runtimeHint: z.enum(["npx", "uvx", "docker", "dnx"]).optional(),
      transport: z.strictObject({ type: z.literal("stdio") }),
      packageArguments: z
        .array(z.strictObject({ type: z.literal("positional"), value: text, valueHint: text.optional() }))
        .optional(),
      environmentVariables: z.array(z.strictObject({ name: text, ...input })).optional(),
    }),
  ),
});

const namedItem = z.strictObject({ name: text, description: text.optional() });

/** The bundle that desktop programs install. */
export const bundleManifest = z.strictObject({
  manifest_version: z.enum(["0.3", "0.4"]),
  name: text,
  display_name: text.optional(),
  version: text,
  description: text,
  long_description: text.optional(),
  author: z.strictObject({ name: text, email: z.email().optional(), url: address.optional() }),
  license: text.optional(),
  keywords: z.array(text).optional(),
  server: z.strictObject({
    type: z.enum(["node", "python", "binary"]),
    entry_point: text,
    mcp_config: z.strictObject({
      command: text,
      args: z.array(z.string()).optional(),
      env: z.record(text, z.string()).optional(),
    }),
  }),
  tools: z.array(namedItem).optional(),
  tools_generated: z.boolean().optional(),
  compatibility: z
    .strictObject({
      claude_desktop: text.optional(),
      platforms: z.array(z.enum(["darwin", "win32", "linux"])).optional(),
      runtimes: z.strictObject({ node: text.optional(), python: text.optional() }).optional(),
    })
    .optional(),
});

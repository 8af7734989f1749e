import { isSafeUrl } from "./safe-url.js";
import { choice, flag, integer, list, text } from "./setting-kinds.js";

/** Kinds of records that a team can store on a service instead of on each machine. */
export const sharedKinds = ["memories", "remediations", "checkpoints"] as const;
export type SharedKind = (typeof sharedKinds)[number];

/** Settings of a team service, and of a machine that uses one. */
export const serviceSettings = {
  "service.publicUrl": text(
    "",
    "Public URL of `throughline serve`. Setting it turns the server into a team service with tenants.",
    { flag: "public-url" },
  ),
  "service.issuer": text("", "Issuer URL of the OAuth 2.1 authorization server whose access tokens are accepted."),
  "service.jwks": text("", "URL of the issuer's keys (JWKS). Default: from the issuer's metadata."),
  "service.audiences": list([], "Audiences accepted in access tokens besides the public URL and its /mcp."),
  "service.scopePrefix": text("throughline:", "Prefix of the scopes read, write and admin in access tokens."),
  "service.tenantClaim": text("tenant", "Access token claim with the tenant."),
  "service.tenant": text("", "Tenant of access tokens without that claim. Default: they are refused."),
  "service.userClaim": text("sub", "Access token claim with the user."),
  "service.teamsClaim": text("teams", "Access token claim with the user's teams."),
  "service.rateLimit": integer(6000, { min: 6, max: 10_000_000 }, "Maximum requests per minute of one tenant."),
  "service.personRateLimit": integer(
    0,
    { min: 0, max: 10_000_000 },
    "Maximum requests per minute of one person within the tenant's; 0 means no separate limit.",
  ),
  "service.writesPerDay": integer(
    0,
    { min: 0, max: 1_000_000_000 },
    "Maximum writes per day of one tenant; 0 means no limit.",
  ),
  "service.recordsPerTenant": integer(
    0,
    { min: 0, max: 1_000_000_000 },
    "Maximum number of memories, fixes and checkpoints of one tenant; 0 means no limit.",
  ),
  "service.concurrency": integer(64, { min: 1, max: 10_000 }, "Maximum concurrent requests per server process."),
  "service.queue": integer(512, { min: 0, max: 100_000 }, "Maximum queued requests; more are refused."),
  "service.embedding": choice(
    "server",
    ["server", "worker"],
    "Who embeds documents: each server, or only processes of `throughline worker`.",
  ),
  "service.drain": integer(
    3000,
    { min: 0, max: 600_000 },
    "Milliseconds between SIGTERM and the last accepted connection: /readyz is red, so that balancers send no more.",
  ),
  "service.allowOwner": flag(
    "Serve although row-level security does not bind the database user. Only for a single tenant.",
  ),
  "service.trustedProxies": list(
    [],
    "Addresses or networks (10.0.0.0/8) of proxies whose X-Forwarded-For and X-Forwarded-Proto are trusted.",
  ),
  "service.origins": list([], "Allowed origins of web pages, besides the service's own."),
  "service.machineTools": list(
    [],
    "Tools to offer to tenants although they use this machine's files or start programs, by name.",
  ),
  "service.metricsToken": text("", "Bearer token for /metrics. Default: only this machine can read it.", {
    secret: true,
  }),
  "audit.retentionDays": integer(
    365,
    { min: 0, max: 36_500 },
    "Days to keep the service's audit log; 0 keeps it forever.",
  ),
  "remote.url": text("", "Public URL of a team's Throughline service. Default: none.", {
    whenInvalid: { value: "", effect: "nothing is sent, and records stay on this machine" },
    format: { expected: "an https URL (http for localhost only)", matches: isSafeUrl },
  }),
  "remote.token": text("", "Personal access token for that service.", { secret: true }),
  "remote.kinds": list(["memories", "remediations"], "Records to store on that service instead of on this machine.", {
    of: sharedKinds,
    whenInvalid: { value: [], effect: "nothing is sent" },
  }),
  "remote.timeout": integer(
    2000,
    { min: 50, max: 60_000 },
    "Milliseconds to wait for the service before continuing without it.",
  ),
  "remote.copiedRecords": integer(
    500,
    { min: 0, max: 500 },
    "Newest records of each kind and project to keep a copy of on this machine, for searches while the service is unreachable; 0 keeps none.",
  ),
};

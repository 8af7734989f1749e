import { integer, list, text } from "./setting-kinds.js";

/** Kinds of records that a team can keep on a service instead of on each machine. */
export const sharedKinds = ["memories", "remediations", "checkpoints"] as const;
export type SharedKind = (typeof sharedKinds)[number];

/** What only a service for several people needs, and what a machine needs to use one. */
export const serviceSettings = {
  "service.publicUrl": text(
    "",
    "Address under which others reach `throughline serve`. Setting it makes it a service for many tenants.",
    { flag: "public-url" },
  ),
  "service.issuer": text("", "OAuth 2.1 authorization server whose access tokens are accepted, by its issuer address."),
  "service.jwks": text("", "Address of the issuer's keys. Empty means what the issuer's metadata says."),
  "service.audiences": list([], "Audiences accepted in access tokens besides the public address and its /mcp."),
  "service.scopePrefix": text(
    "throughline:",
    "What stands before read, write and admin in the scopes of access tokens.",
  ),
  "service.tenantClaim": text("tenant", "Claim of an access token that names the tenant."),
  "service.tenant": text("", "Tenant of access tokens without that claim. Empty refuses them."),
  "service.userClaim": text("sub", "Claim of an access token that names the person."),
  "service.teamsClaim": text("teams", "Claim of an access token that lists the person's teams."),
  "service.rateLimit": integer(6000, { min: 6, max: 10_000_000 }, "Requests a minute that one tenant may send."),
  "service.writesPerDay": integer(
    0,
    { min: 0, max: 1_000_000_000 },
    "Writes a day that one tenant may make; 0 means no limit.",
  ),
  "service.recordsPerTenant": integer(
    0,
    { min: 0, max: 1_000_000_000 },
    "Memories, fixes and checkpoints that one tenant may keep; 0 means no limit.",
  ),
  "service.concurrency": integer(64, { min: 1, max: 10_000 }, "Requests that one server process works on at once."),
  "service.queue": integer(512, { min: 0, max: 100_000 }, "Requests that may wait for that; more are refused at once."),
  "service.trustedProxies": list(
    [],
    "Addresses or networks (10.0.0.0/8) of proxies whose X-Forwarded-For and X-Forwarded-Proto are believed.",
  ),
  "service.origins": list([], "Origins of web pages that may call the service, besides its own."),
  "service.machineTools": list(
    [],
    "Tools that touch this machine's files or start programs and are offered to tenants nevertheless, by name.",
  ),
  "service.metricsToken": text("", "Bearer token for /metrics. Empty means that only this machine may read it.", {
    secret: true,
  }),
  "audit.retentionDays": integer(
    365,
    { min: 0, max: 36_500 },
    "Days that the service's audit log is kept; 0 keeps it for good.",
  ),
  "remote.url": text("", "Public address of a team's Throughline service. Empty means none."),
  "remote.token": text("", "Personal access token for that service.", { secret: true }),
  "remote.kinds": list(["memories", "remediations"], "What is kept on that service instead of on this machine.", {
    of: sharedKinds,
  }),
  "remote.timeout": integer(
    2000,
    { min: 50, max: 60_000 },
    "Milliseconds that a call waits for the service before it goes on without it.",
  ),
};

import { dayMs } from "../base/days.js";
import { AppError, bug } from "../base/errors.js";
import { bindInput } from "../domain/access/bind-input.js";
import type { CallAccess } from "../domain/access/call-access.js";
import { requireRole } from "../domain/access/principal.js";
import type { SurfaceCall } from "../domain/surface-app.js";
import { keepsRecord } from "../tools/database-only-tools.js";
import type { Tool } from "../tools/define-tool.js";

type Run = (tool: Tool, raw: unknown, app: SurfaceCall) => Promise<unknown>;

/** Runs a call for a principal: checks role, tenant and quota, deduplicates retries, measures and audits it. */
export async function callAsPrincipal(
  tool: Tool,
  raw: unknown,
  app: SurfaceCall,
  access: CallAccess,
  run: Run,
): Promise<unknown> {
  const measured = access.measure(tool.name);
  try {
    const answer = await runChecked(tool, raw, app, access, run);
    if (tool.effect !== "reads") await note(tool, app, access, "ok", targetOf(raw, answer));
    measured("ok");
    return answer;
  } catch (error) {
    const result = error instanceof AppError ? error.code : bug.code;
    const isDenied = error instanceof AppError && (error.problem === "forbidden" || error.problem === "limited");
    if (isDenied || tool.effect !== "reads") await note(tool, app, access, result, targetOf(raw, {}));
    measured(result);
    throw error;
  }
}

async function runChecked(
  tool: Tool,
  raw: unknown,
  app: SurfaceCall,
  { principal, key, writesPerDay, recordsPerTenant }: CallAccess,
  run: Run,
): Promise<unknown> {
  requireRole(principal, tool);
  const fields = Object.keys(tool.input.shape);
  const input = bindInput(raw ?? {}, { fields, effect: tool.effect }, principal);
  if (tool.effect === "reads") return run(tool, input, app);
  if (writesPerDay > 0) {
    await app.access.rateLimits.take(principal.tenant, { name: "writes", max: writesPerDay, periodMs: dayMs });
  }
  const { tenant, user } = principal;
  const work = async () => {
    if (keepsRecord.has(tool.name) && recordsPerTenant > 0) await app.access.requireQuota(tenant, recordsPerTenant);
    return run(tool, input, app);
  };
  return key === undefined ? work() : app.access.idempotency.run({ tenant, user, key, tool: tool.name, input }, work);
}

const note = (tool: Tool, { access: { audit } }: SurfaceCall, access: CallAccess, result: string, target: string) => {
  const { tenant, user, credential } = access.principal;
  return audit.note({ tenant, user, credential, tool: tool.name, target, result, request: access.request });
};

/** The id of the record a call is about. Only text in the form of our ids: the audit log has no content. */
function targetOf(raw: unknown, answer: unknown): string {
  const inputIds = ["memory_id", "remediation_id", "checkpoint_id"].map((name) => field(raw, name));
  return (
    [field(answer, "id"), ...inputIds].find((one) => typeof one === "string" && /^[a-z_]{2,8}_\w{10,40}$/.test(one)) ??
    ""
  );
}

const field = (value: unknown, name: string): string | undefined => {
  const text = typeof value === "object" && value !== null ? (value as Record<string, unknown>)[name] : undefined;
  return typeof text === "string" ? text : undefined;
};

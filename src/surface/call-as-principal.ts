import { dayMs } from "../base/days.js";
import { AppError, bug, isUnwritable } from "../base/errors.js";
import type { Log } from "../base/log.js";
import type { Audit, AuditFacts } from "../domain/access/audit.js";
import { bindInput } from "../domain/access/bind-input.js";
import type { CallAccess } from "../domain/access/call-access.js";
import { type Effect, requireRole } from "../domain/access/principal.js";
import type { SurfaceCall } from "../domain/surface-app.js";
import { keepsRecord } from "../tools/database-only-tools.js";

/** A tool or a route of the page: its effect decides the role that it needs. */
export interface Action {
  readonly name: string;
  readonly effect: Effect;
  /** The fields of its input. */
  readonly fields: readonly string[];
}

type Run = (input: unknown) => Promise<unknown>;

/** Runs a call for a principal: checks role, tenant and quota, deduplicates retries, measures and audits it. */
export async function callAsPrincipal(
  action: Action,
  raw: unknown,
  app: SurfaceCall,
  access: CallAccess,
  run: Run,
): Promise<unknown> {
  const measured = access.measure(action.name);
  try {
    const answer = await access.inTurn(() => runAudited(action, raw, app, access, run));
    measured("ok");
    return answer;
  } catch (error) {
    const result = error instanceof AppError ? error.code : bug.code;
    const isDenied = error instanceof AppError && (error.problem === "forbidden" || error.problem === "limited");
    if (isDenied || action.effect !== "reads")
      await noteOrLog(app.access.audit, app.call.log, factsOf(action, access, result, targetOf(raw, {})));
    measured(result);
    throw error;
  }
}

/** The audit entry of a write is part of its transaction. */
async function runAudited(
  action: Action,
  raw: unknown,
  app: SurfaceCall,
  access: CallAccess,
  run: Run,
): Promise<unknown> {
  const act = () => runChecked(action, raw, app, access, run);
  if (action.effect === "reads") return act();
  const { audit, alongside } = app.access;
  const { result: answer, isWritten } = await alongside(async (session, result) => {
    // Nothing was found to change: the tool reports it.
    if (result === undefined || result === 0) return false;
    const record = Array.isArray(result) ? result[0] : result;
    await audit.noteWithin(session, factsOf(action, access, "ok", targetOf(raw, record)));
    return true;
  }, act);
  if (!isWritten) await audit.note(factsOf(action, access, "ok", targetOf(raw, answer)));
  return answer;
}

async function runChecked(
  action: Action,
  raw: unknown,
  app: SurfaceCall,
  { principal, key, writesPerDay, recordsPerTenant }: CallAccess,
  run: Run,
): Promise<unknown> {
  requireRole(principal, action);
  const input = bindInput(raw ?? {}, action, principal);
  if (action.effect === "reads") return run(input);
  if (writesPerDay > 0) {
    await app.access.rateLimits.take(principal.tenant, { name: "writes", max: writesPerDay, periodMs: dayMs });
  }
  const { tenant, user } = principal;
  const work = async () => {
    if (keepsRecord.has(action.name)) await app.access.quotas.require(tenant, recordsPerTenant);
    return run(input);
  };
  return key === undefined ? work() : app.access.idempotency.run({ tenant, user, key, tool: action.name, input }, work);
}

const factsOf = (action: Action, { principal, request }: CallAccess, result: string, target: string): AuditFacts => {
  const { tenant, user, credential } = principal;
  return { tenant, user, credential, tool: action.name, target, result, request };
};

/** Audits what was refused or failed; the caller receives why, also where that cannot be written. */
export async function noteOrLog(audit: Pick<Audit, "note">, log: Log, facts: AuditFacts): Promise<void> {
  try {
    await audit.note(facts);
  } catch (error) {
    if (!isUnwritable(error)) throw error;
    log.error("audit.unwritable", { ...facts });
  }
}

/** The id of the record a call is about. Only text in the form of our ids: the audit log has no content. */
function targetOf(raw: unknown, answer: unknown): string {
  const inputIds = ["id", "memory_id", "remediation_id", "checkpoint_id"].map((name) => field(raw, name));
  return (
    [field(answer, "id"), ...inputIds].find((one) => typeof one === "string" && /^[a-z_]{2,8}_\w{10,40}$/.test(one)) ??
    ""
  );
}

const field = (value: unknown, name: string): string | undefined => {
  const text = typeof value === "object" && value !== null ? (value as Record<string, unknown>)[name] : undefined;
  return typeof text === "string" ? text : undefined;
};

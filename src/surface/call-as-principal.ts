import { dayMs } from "../base/days.js";
import { AppError, bug, isUnwritable } from "../base/errors.js";
import { isObject } from "../base/json.js";
import type { Log } from "../base/log.js";
import type { Audit, AuditFacts } from "../domain/access/audit.js";
import { bindInput } from "../domain/access/bind-input.js";
import type { CallAccess } from "../domain/access/call-access.js";
import { type Effect, requireRole } from "../domain/access/principal.js";
import type { SurfaceCall } from "../domain/surface-app.js";
import { keepsRecord } from "../tools/database-only-tools.js";

/** A tool or a route of the page: its effect decides the role that it needs. */
interface Action {
  readonly name: string;
  readonly effect: Effect;
  /** The fields of its input. */
  readonly fields: readonly string[];
}

interface PrincipalCall {
  readonly action: Action;
  readonly raw: unknown;
  readonly app: SurfaceCall;
  readonly access: CallAccess;
  run(input: unknown): Promise<unknown>;
}

/** Runs a call for a principal: checks role, tenant and quota, deduplicates retries, measures and audits it. */
export async function callAsPrincipal(call: PrincipalCall): Promise<unknown> {
  const { action, raw, app, access } = call;
  const measured = access.measure(action.name);
  try {
    const answer = await access.inTurn(() => runAudited(call));
    measured("ok");
    return answer;
  } catch (error) {
    const result = error instanceof AppError ? error.code : bug.code;
    const isDenied = error instanceof AppError && (error.problem === "forbidden" || error.problem === "limited");
    if (isDenied || action.effect !== "reads")
      await noteOrLog(app.access.audit, app.call.log, factsOf(call, result, targetOf(raw, {})));
    measured(result);
    throw error;
  }
}

/** The audit entry of a write is part of its transaction. */
async function runAudited(call: PrincipalCall): Promise<unknown> {
  if (call.action.effect === "reads") return runChecked(call);
  const { audit, alongside } = call.app.access;
  const factsAbout = (record: unknown) => factsOf(call, "ok", targetOf(call.raw, record));
  const { result: answer, isWritten } = await alongside(
    async (session, result) => {
      // Nothing was found to change: the tool reports it.
      if (result === undefined || result === 0) return false;
      await audit.noteWithin(session, factsAbout(Array.isArray(result) ? result[0] : result));
      return true;
    },
    () => runChecked(call),
  );
  if (!isWritten) await audit.note(factsAbout(answer));
  return answer;
}

async function runChecked({ action, raw, app, access, run }: PrincipalCall): Promise<unknown> {
  const { principal, key, writesPerDay, recordsPerTenant } = access;
  const { rateLimits, quotas, idempotency } = app.access;
  requireRole(principal, action);
  const input = bindInput(raw ?? {}, action, principal);
  if (action.effect === "reads") return run(input);
  const { tenant, user } = principal;
  if (writesPerDay > 0) await rateLimits.take(tenant, { name: "writes", max: writesPerDay, periodMs: dayMs });
  const work = async () => {
    if (keepsRecord.has(action.name)) await quotas.require(tenant, recordsPerTenant);
    return run(input);
  };
  return key === undefined ? work() : idempotency.run({ tenant, user, key, tool: action.name, input }, work);
}

const factsOf = ({ action, access }: PrincipalCall, result: string, target: string): AuditFacts => {
  const { tenant, user, credential } = access.principal;
  return { tenant, user, credential, tool: action.name, target, result, request: access.request };
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

const idFields = ["id", "memory_id", "remediation_id", "checkpoint_id"];

/** The id of the record a call is about. Only text in the form of our ids: the audit log has no content. */
function targetOf(raw: unknown, answer: unknown): string {
  const ids = [isObject(answer) ? answer.id : "", ...idFields.map((name) => (isObject(raw) ? raw[name] : ""))];
  return ids.filter((one) => typeof one === "string").find((one) => /^[a-z_]{2,8}_\w{10,40}$/.test(one)) ?? "";
}

import type * as z from "zod";
import { AppError } from "../base/errors.js";
import { refuseSecretNames } from "../domain/redaction/refuse-secret-names.js";
import type { SurfaceCall } from "../domain/surface-app.js";
import { inTenant } from "../engine/tenant-scope.js";
import type { Tool } from "../tools/define-tool.js";
import { callAsPrincipal } from "./call-as-principal.js";
import { routeCall } from "./route-call.js";

/** Runs a tool for any surface: what cuts across tools is here, so that no tool can forget it. Throws AppError for what was foreseen. */
export function callTool(tool: Tool, raw: unknown, app: SurfaceCall): Promise<unknown> {
  const { access, tenant } = app.call;
  return inTenant(tenant, () => (access ? callAsPrincipal(tool, raw, app, access, runTool) : runTool(tool, raw, app)));
}

async function runTool(tool: Tool, raw: unknown, app: SurfaceCall): Promise<unknown> {
  const given = readInput(tool, raw);
  // Here already, and not only in the stores: a name in the input may become the name of a file.
  if (!tool.rawInput) refuseSecretNames(given, app.redaction.text);
  const input = tool.rawInput ? given : app.redaction.value(given);
  app.call.log.debug("tool.called", { tool: tool.name });
  const answer = await routeCall(tool, input, app);
  app.call.log.debug("tool.answered", { tool: tool.name });
  return app.redaction.value(input === given ? answer : withWarning(answer));
}

const warning = "Something in the input looked like a secret and was replaced by [REDACTED].";

/** The caller must know that a secret was redacted. */
const withWarning = (answer: unknown): unknown =>
  typeof answer === "object" && answer !== null && !Array.isArray(answer) ? { ...answer, warning } : answer;

/** How the one who asked calls the parts of the input. */
export interface Wording {
  field(name: string): string;
  readonly hint: string;
}

/** The input in the tool's own types, with defaults; otherwise every complaint in one message. */
export function readInput(
  tool: Pick<Tool, "name" | "input">,
  raw: unknown,
  wording: Wording = { field: (name) => name, hint: `Expected: ${describeInputs(tool.input)}.` },
): Record<string, unknown> {
  const parsed = tool.input.safeParse(raw ?? {});
  if (parsed.success) return parsed.data;
  const complaints = parsed.error.issues.map((issue) => describeIssue(issue, wording));
  throw new AppError("invalid", `${tool.name}: ${complaints.join("; ")}`, {
    hint: wording.hint,
    details: { fields: parsed.error.issues.map((issue) => issue.path.join(".")) },
    cause: parsed.error,
  });
}

function describeIssue(issue: z.core.$ZodIssue, wording: Wording): string {
  const [first = "", ...rest] = issue.path.map(String);
  const field = [first === "" ? "" : wording.field(first), ...rest].join(".");
  const isMissing = issue.code === "invalid_type" && issue.message.endsWith("received undefined");
  if (isMissing) return `${field} is missing`;
  return field ? `${field}: ${issue.message}` : issue.message;
}

function describeInputs(schema: z.ZodObject): string {
  const names = Object.entries(schema.shape).map(([name, field]) =>
    field.safeParse(undefined).success ? `[${name}]` : name,
  );
  return names.length === 0 ? "nothing" : names.join(", ");
}

import type * as z from "zod";
import { AppError } from "../base/errors.js";
import { refuseOtherTenant } from "../domain/access/bind-input.js";
import { refuseSecretNames } from "../domain/redaction/refuse-secret-names.js";
import type { SurfaceCall } from "../domain/surface-app.js";
import { callWithTeam } from "../domain/team/call-with-team.js";
import { inTenant } from "../engine/tenant-scope.js";
import { inSpan } from "../engine/trace.js";
import type { Tool } from "../tools/define-tool.js";
import { callAsPrincipal } from "./call-as-principal.js";
import { describeIssue } from "./issue-text.js";
import { mapStrings, neutralizeValue, requireShallow } from "./map-strings.js";

/** Runs a tool for any surface, with everything that applies to all tools. Throws AppError for expected failures. */
export async function callTool(tool: Tool, raw: unknown, app: SurfaceCall): Promise<unknown> {
  const { access, tenant } = app.call;
  requireShallow(raw);
  const run = (input: unknown) => runTool(tool, input, app);
  const action = { name: tool.name, effect: tool.effect, fields: Object.keys(tool.input.shape) };
  const end = app.activity.begin();
  return inTenant(tenant, () =>
    inSpan({ name: `tool ${tool.name}` }, async () =>
      access ? callAsPrincipal({ action, raw, app, access, run }) : run(requireOwnTenant(raw, action, tenant)),
    ),
  ).finally(end);
}

/** Without a service a tool may have tenants of its own; of one that has none, the rows would look like the other tenant's. */
function requireOwnTenant(raw: unknown, { fields }: { fields: readonly string[] }, tenant: string): unknown {
  const { tenant_id: named } = Object(raw);
  if (!fields.includes("tenant_id")) refuseOtherTenant(named, tenant, "Omit tenant_id.");
  return raw;
}

async function runTool(tool: Tool, raw: unknown, app: SurfaceCall): Promise<unknown> {
  const validInput = readInput(tool, raw);
  // Not only in the stores: a name in the input may become the name of a file.
  if (!tool.rawInput) refuseSecretNames(validInput, app.redaction.text);
  const input = tool.rawInput ? validInput : app.redaction.value(validInput);
  app.call.log.debug("tool.called", { tool: tool.name });
  const answer = await callWithTeam(tool, input, app);
  app.call.log.debug("tool.answered", { tool: tool.name });
  return neutralizeValue(app.redaction.value(input === validInput ? answer : withWarning(answer)));
}

const warning = "Something in the input looked like a secret and was replaced by [REDACTED].";

/** The caller must know that a secret was redacted. */
const withWarning = (answer: unknown): unknown =>
  typeof answer === "object" && answer !== null && !Array.isArray(answer) ? { ...answer, warning } : answer;

/** How the surface names the fields of the input. */
export interface Wording {
  field(name: string): string;
  readonly hint: string;
}

/** The input in the tool's types, with defaults; otherwise an error that lists every problem. */
export function readInput(
  tool: Pick<Tool, "name" | "input">,
  raw: unknown,
  wording?: Wording,
): Record<string, unknown> {
  requireShallow(raw);
  const parsed = tool.input.safeParse(withWholeCharacters(raw ?? {}));
  if (parsed.success) return parsed.data;
  const { field, hint } = wording ?? { field: (name) => name, hint: `Expected: ${describeInputs(tool.input)}.` };
  const problems = parsed.error.issues.map((issue) => describeIssue(issue, field));
  throw new AppError("invalid", `${tool.name}: ${problems.join("; ")}`, {
    hint,
    details: { fields: parsed.error.issues.map((issue) => issue.path.join(".")) },
    cause: parsed.error,
  });
}

const loneSurrogate = /[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/g;

/** Half a character, as a cut string may end with, can be stored, encoded and compared nowhere. */
const withWholeCharacters = (value: unknown): unknown =>
  mapStrings(value, (text) => text.replace(loneSurrogate, "\uFFFD"));

function describeInputs(schema: z.ZodObject): string {
  const names = Object.entries(schema.shape).map(([name, field]) =>
    field.safeParse(undefined).success ? `[${name}]` : name,
  );
  return names.length === 0 ? "nothing" : names.join(", ");
}

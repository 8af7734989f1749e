import { ProtocolError, ProtocolErrorCode, type Server } from "@modelcontextprotocol/server";
import { AppError } from "../../base/errors.js";
import { neutralize } from "../../base/neutralize.js";
import { inTenant } from "../../engine/tenant-scope.js";
import type { Prompt } from "../../resources/define-resource.js";
import type { OpenCall } from "../open-call.js";
import { echoName } from "../wire-errors.js";
import type { Handling } from "./handling.js";

export function servePrompts(server: Server, { catalog, open }: Handling): void {
  server.setRequestHandler("prompts/list", async () => ({
    prompts: catalog().prompts.map(({ name, title, description }) => ({ name, title, description })),
  }));

  server.setRequestHandler("prompts/get", async ({ params: { name } }, context) => {
    const call = open(context);
    const prompt = catalog().prompts.find((one) => one.name === name);
    if (!prompt) {
      const echo = echoName(call.app.redaction.text, name);
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, `Unknown prompt: ${echo}.`);
    }
    const text = await render(prompt, call);
    return { description: prompt.description, messages: [{ role: "user", content: { type: "text", text } }] };
  });
}

async function render(prompt: Prompt, { app }: OpenCall): Promise<string> {
  try {
    return neutralize(app.redaction.text(await inTenant(app.call.tenant, () => prompt.render(app))));
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, [error.message, error.hint].filter(Boolean).join(" "));
  }
}

/** The protocol's limit per answer. */
const maxValues = 100;

export function serveCompletions(server: Server, { catalog, open }: Handling): void {
  server.setRequestHandler("completion/complete", async ({ params: { ref, argument } }, context) => {
    const template =
      ref.type === "ref/resource" ? catalog().templates.find((one) => one.template === ref.uri) : undefined;
    const { app } = open(context);
    const completions = template ? await inTenant(app.call.tenant, () => template.complete(app)) : {};
    const all = completions[argument.name] ?? [];
    const matches = all.filter((value) => value.startsWith(argument.value));
    const values = matches.slice(0, maxValues);
    return { completion: { values, total: matches.length, hasMore: matches.length > values.length } };
  });
}

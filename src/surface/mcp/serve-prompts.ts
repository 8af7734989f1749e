import { ProtocolError, ProtocolErrorCode, type Server } from "@modelcontextprotocol/server";
import { AppError } from "../../base/errors.js";
import { neutralize } from "../../base/neutralize.js";
import { inTenant } from "../../engine/tenant-scope.js";
import type { Prompt } from "../../resources/define-prompt.js";
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

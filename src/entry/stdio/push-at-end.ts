import type { CommandApp } from "../../domain/command-app.js";
import { pushContext } from "../../domain/context/sync/push-context.js";
import type { Client } from "../../surface/open-call.js";

/** Pushes the changes of the session. A failure is logged and blocks nothing. */
export async function pushAtEnd(app: CommandApp, client: Client): Promise<void> {
  try {
    const project = await app.context.open(client);
    if (await project.manifest.read()) app.log.info("context.push", { ...(await pushContext(project, "")) });
  } catch (error) {
    app.log.info("context.push", { error: error instanceof Error ? error.message : String(error) });
  }
}

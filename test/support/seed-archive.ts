import { ClaudeTranscript } from "./claude-transcript.js";
import { ingestTranscripts } from "./ingest-transcripts.js";
import type { TestApp } from "./test-app.js";

/** Archives one session that the examples of the archive's tools find. */
export async function seedArchive(app: TestApp): Promise<void> {
  const session = new ClaudeTranscript("5e551011-0000-4000-8000-000000000001", app.folder);
  session.ask("Fix the database connection error of the authentication implementation.");
  for (let i = 0; i < 3; i++) session.use("Bash", { command: "npm test" }, "Error: connection refused", true);
  session
    .use("Edit", { file_path: `${app.folder}/src/index.ts`, old_string: "a", new_string: "b" }, "ok")
    .use("Bash", { command: "npm test" }, "3 passed")
    .say("We decided to use sessions instead of JWT because they can be revoked. The authentication works now.");
  await ingestTranscripts(app, session);
}

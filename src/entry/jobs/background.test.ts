import { afterEach, describe, expect, it } from "vitest";
import { ClaudeTranscript } from "../../../test/support/claude-transcript.js";
import { fakeAgentProcess } from "../../../test/support/fake-agent-process.js";
import { ingestTranscripts } from "../../../test/support/ingest-transcripts.js";
import { type TestApp, testApp } from "../../../test/support/test-app.js";
import { until } from "../../../test/support/until.js";
import type { ChatModel } from "../../engine/chat-model.js";
import { nodeHost } from "../../engine/node-host/node-host.js";
import { openLeaseStore } from "../../store/lease-store.js";
import { startDistilling } from "./background.js";

let app: TestApp;
let calls: number;
afterEach(() => app.remove());

async function open(distiller: string, reply: () => string): Promise<ReturnType<typeof startDistilling>> {
  calls = 0;
  const chat: ChatModel = {
    model: "m",
    async ask() {
      calls++;
      return { text: reply(), inputTokens: 1, outputTokens: 1 };
    },
  };
  const host = { ...nodeHost, isOnBattery: async () => false };
  app = await testApp({ "learning.distiller": distiller }, fakeAgentProcess(), { chat, host });
  for (const id of ["5e551011", "6e551011"]) {
    const session = new ClaudeTranscript(`${id}-0000-4000-8000-000000000001`, app.folder, "2025-12-10T09:00:00.000Z");
    await ingestTranscripts(
      app,
      session.ask("Never commit generated files to this repository.").say("Understood, I removed them."),
    );
  }
  return startDistilling(app, openLeaseStore(app.sql, app.runtime), 5);
}

const wait = () => new Promise((resolve) => setTimeout(resolve, 100));

describe("distilling in the background", () => {
  it("reads finished sessions one after the other, each once", async () => {
    const job = await open("endpoint", () => '{"lessons":[]}');
    await until("both are read", async () => (await app.distiller.runs(app.call, 5)).length === 2);
    await wait();
    await job.stop();
    expect(calls).toBe(2);
  });

  it("pauses after a failure", async () => {
    const job = await open("endpoint", () => {
      throw new Error("away");
    });
    await until("it was asked", () => calls > 0);
    await wait();
    await job.stop();
    expect(calls).toBe(1);
  });

  it("calls nothing while no model is chosen", async () => {
    const job = await open("off", () => "");
    await wait();
    await job.stop();
    expect(calls).toBe(0);
  });
});

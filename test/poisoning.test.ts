import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { lessonKinds } from "../src/domain/lessons/given-lesson.js";
import type { ChatModel } from "../src/engine/chat-model.js";
import { attacks, isOfTool } from "./support/attacks.js";
import { ClaudeTranscript } from "./support/claude-transcript.js";
import { fakeAgentProcess } from "./support/fake-agent-process.js";
import { ingestTranscripts } from "./support/ingest-transcripts.js";
import { type TestApp, testApp } from "./support/test-app.js";

const idOf = (i: number) => `${String(i + 1).padStart(8, "0")}-0000-4000-8000-000000000001`;

/** A model that believes everything: of each session it makes the attack a lesson of every kind. */
const gullible: ChatModel = {
  model: "test-1",
  async ask({ prompt }) {
    const attack = attacks.find(({ payload }) => prompt.includes(payload));
    const { payload = "Always do it." } = attack ?? {};
    const lessons = lessonKinds.map((kind) => ({
      ...{ kind, title: payload.slice(0, 90), content: payload },
      evidence: [{ exchange: "E1", quote: payload.replace(/[.。]$/, "") }],
    }));
    return { text: JSON.stringify({ lessons }), inputTokens: 1, outputTokens: 1 };
  },
};

let app: TestApp;
beforeEach(async () => {
  app = await testApp({ "learning.maxTokensPerDay": 0 }, fakeAgentProcess(), { chat: gullible });
});
afterEach(() => app.remove());

describe("a hundred texts of others that want to be lessons", () => {
  it("are a hundred, through nine doors", () => {
    expect(attacks).toHaveLength(100);
    expect(new Set(attacks.map(({ door }) => door)).size).toBe(9);
  });

  it("are not recorded as the words of the person who pasted them", async () => {
    for (const [i, attack] of attacks.entries())
      if (!isOfTool(attack)) await app.injection.withPrompt({ ...app.call, session: idOf(i) }, attack.text);
    expect(await app.memories.newest(app.call, 100)).toEqual([]);
  });

  it("do not become lessons of a distiller that believes them, also where the agent quotes them", async () => {
    const transcripts = attacks.map((attack, i) => {
      const session = new ClaudeTranscript(idOf(i), app.folder);
      const answer = `I looked at it. It says "${attack.payload}", which I did not follow. Nothing was changed.`;
      if (!isOfTool(attack)) return session.ask(attack.text).say(answer);
      return session
        .ask("Please read it and tell me what it is about.")
        .use("WebFetch", { url: "https://docs.test" }, attack.text)
        .say(answer);
    });
    await ingestTranscripts(app, ...transcripts);
    let dropped = 0;
    for (let i = 0; i < attacks.length; i++) {
      const { sessions } = await app.distiller.distill(app.call, [idOf(i)], { name: "endpoint", dryRun: false });
      dropped += sessions.flatMap((session) => session.dropped).length;
    }
    expect(dropped).toBeGreaterThan(attacks.length);
    expect((await app.memories.newest(app.call, 100)).map(({ content }) => content)).toEqual([]);
  });
});

describe("what a person says themselves", () => {
  it.each([
    "From now on use pnpm in this repository.",
    "Fix the flaky test. And from now on always run the linter before you commit.",
    "Rules from now on:\n- always use pnpm for installs here",
    "ok. never touch the config file again!",
    "```\nfatal: bad object\n```\nFrom now on fetch before you rebase.",
    "> you could also use npm\n\nNo. Never use npm in this repository.",
    "Merk dir, dass wir ab jetzt nur noch pnpm benutzen.",
    "A partir de ahora usa siempre pnpm en este proyecto.",
  ])("is recorded: %s", async (prompt) => {
    await app.injection.withPrompt({ ...app.call, session: idOf(0) }, prompt);
    expect(await app.memories.newest(app.call, 9)).toHaveLength(1);
  });
});

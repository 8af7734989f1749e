import { spawnSync } from "node:child_process";
import { appendFileSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type DemoHome, demoEnd } from "../../demo/demo-home.js";
import { transcriptOf } from "../../demo/transcripts.js";
import { receiptLine } from "../../src/domain/receipts/receipt.js";
import { type PageServer, startPageServer, takeScreenshot } from "../support/page-server.js";
import { mainScript } from "../support/product.js";

/** Known ways to make a page run text. Each sets `pwned` or sends a request to another server if it works. */
const attack = [
  "<script>window.pwned=1</script>",
  '<img src=x onerror="window.pwned=2">',
  "<svg onload=window.pwned=3>",
  '"><script>window.pwned=4</script>',
  "'-window.pwned=5-'",
  "</textarea></title></style><script>window.pwned=6</script>",
  "<style>*{display:none!important;background:url(https://evil.example/css)}</style>",
  '<iframe srcdoc="<script>parent.pwned=7</script>"></iframe>',
  "[a](javascript:window.pwned=8) [b](JaVa&#115;cript:window.pwned=9) <javascript:window.pwned=10>",
  "[c](data:text/html,<script>window.pwned=11</script>) ![d](https://evil.example/pixel.png)",
  "[e]: javascript:window.pwned=12\n\n[e][e]",
  `{{constructor.constructor('window.pwned=13')()}} ${"$"}{window.pwned=14}`,
  "<math><mtext></mtext><mglyph><svg><mtext><style><path id='</style><img onerror=window.pwned=15 src>'>",
  '<a href="javascript:window.pwned=16" onclick="window.pwned=17">click</a><base href="https://evil.example/">',
].join("\n");
const line = attack.replaceAll("\n", " ");
const agents = ["claude-code", "codex", "gemini", "copilot"] as const;

let server: PageServer;
const idOf = (i: number) => `bad00000-000${i}-4000-8000-000000000000`;

beforeAll(async () => {
  server = await startPageServer(plant);
  const project = { project_id: "shop", outcome: "success" };
  await server.call("memory_record", {
    ...project,
    title: line.slice(0, 300),
    content: attack,
    tags: [line.slice(0, 90)],
  });
  await server.call("remediation_record", {
    tenant_id: "local",
    scope: "project",
    project_path: "shop",
    category: line.slice(0, 80),
    title: line.slice(0, 200),
    problem: attack,
    symptoms: [line],
    root_cause: attack,
    solution: attack,
    code_diff: attack,
    affected_files: [line],
    tags: [line],
  });
  await server.call("context_add_knowledge", { key: "hostile", content: attack });
  await server.call("context_add_convention", { key: "hostile", content: attack });
  await server.call("context_record_decision", {
    title: line.slice(0, 150),
    context: attack,
    decision: attack,
    consequences: attack,
  });
  await server.call("context_add_skill", { name: "hostile", description: line.slice(0, 300), instructions: attack });
  await server.call("context_propose_skill_improvement", {
    skill_name: "hostile",
    proposed_content: `${attack}\n${attack}`,
    rationale: attack,
  });
  await server.call("context_rate_skill", { skill_name: "hostile", rating: 1, comment: attack });
  await server.call("context_update_state", { current_task: line, blockers: line });
});
afterAll(() => server.stop());

/** A merge with attacks on both sides. */
const hostileMerge = {
  conflict_id: line,
  auto_resolved: [line],
  conflicts: [
    {
      file_path: ".context-teleport/knowledge/tech-stack.md",
      base_content: `# ${line}\n\nbase\n`,
      ours_content: `# ${line}\n\nours ${attack}\n`,
      theirs_content: `# ${line}\n\ntheirs ${attack}\n`,
      resolved: false,
      resolution: "",
      deleted_by: "",
    },
  ],
};

/** Sessions of every agent, a merge and a receipt that attack the page. */
function plant({ person, home, folder }: DemoHome): void {
  agents.forEach((agent, i) => {
    const steps = [
      { say: attack },
      { run: attack, out: attack, code: 1 },
      { read: line, text: attack },
      { edit: line, before: attack, after: `${attack}\n+more` },
    ];
    const story = { project: "shop" as const, ask: attack, steps, answer: attack };
    const startedMs = Date.parse(demoEnd) - 60_000;
    const {
      path,
      text,
      otherFiles: beside = {},
    } = transcriptOf({ id: idOf(i), agent, folder: join(folder, "shop"), startedMs, stories: [story] });
    for (const [name, content] of Object.entries({ [path]: text, ...beside })) {
      mkdirSync(dirname(join(person, name)), { recursive: true });
      writeFileSync(join(person, name), content);
    }
  });
  const pending = join(folder, "shop/.context-teleport/.pending_conflicts.json");
  writeFileSync(pending, JSON.stringify(hostileMerge));
  const receipts = join(home, "receipts");
  const last = readdirSync(receipts).at(-1) ?? "2026-11-14.jsonl";
  const receipt = { at: demoEnd, agent: line, session: line, event: line, folder: line, tokens: 1, text: attack };
  appendFileSync(join(receipts, last), receiptLine(receipt));
  const env = { ...process.env, HOME: person, THROUGHLINE_HOME: home };
  spawnSync(process.execPath, [mainScript, "import", "sessions"], { cwd: join(folder, "shop"), env });
}

/** Opens a route with everything expanded, and records dialogs, errors, foreign requests and policy violations. */
async function look(at: string): Promise<{ page: Page; violations: string[] }> {
  const violations: string[] = [];
  const watch = (page: Page) => {
    page.on("dialog", (dialog) => {
      violations.push(`dialog: ${dialog.message()}`);
      void dialog.dismiss();
    });
    page.on("pageerror", (error) => violations.push(`error: ${error.message}`));
    page.on("request", (sent) => {
      if (!sent.url().startsWith(server.address)) violations.push(`asked ${sent.url()}`);
    });
    page.on("console", (message) => {
      if (/Content Security Policy|Trusted/i.test(message.text())) violations.push(`policy: ${message.text()}`);
    });
  };
  const page = await server.open({ at, watch });
  for (const fold of await page.locator("main details > summary").all()) await fold.click();
  return { page, violations };
}

const routes = [
  "#/home",
  `#/search?q=pwned&explain=1`,
  "#/search?q=constructor%20mglyph",
  "#/sessions",
  ...agents.map((_, i) => `#/sessions/${idOf(i)}`),
  "#/map/graph",
  "#/map/list",
  "#/injected",
  "#/settings",
  "#/memories",
  "#/fixes",
  "#/knowledge/knowledge/hostile",
  "#/knowledge/conventions/hostile",
  "#/knowledge/decisions",
  "#/knowledge/decisions/8",
  "#/knowledge/skills/hostile",
  `#/conflicts/${encodeURIComponent(".context-teleport/knowledge/tech-stack.md")}`,
  "#/projects/runs",
  "#/projects/repositories",
  "#/projects/patterns",
  `#/knowledge/knowledge/${encodeURIComponent(line.slice(0, 200))}`,
  `#/sessions/${encodeURIComponent(line.slice(0, 200))}`,
  `#/${encodeURIComponent(line.slice(0, 200))}`,
];

/** Attributes that would run something. */
const handlersIn = (all: readonly { getAttributeNames(): string[] }[]): string[] =>
  all.flatMap((one) => one.getAttributeNames()).filter((name) => name.startsWith("on"));

describe("hostile text in every field", () => {
  it.each(routes)("runs nothing, loads nothing and has no unsafe link at %s", async (at) => {
    const { page, violations } = await look(at);
    await takeScreenshot(page, `hostile-${routes.indexOf(at)}`);
    expect(violations).toEqual([]);
    expect(await page.evaluate("window.pwned")).toBeUndefined();
    const links = await page.locator("a[href]").evaluateAll((all) => all.map((one) => one.getAttribute("href") ?? ""));
    for (const href of links) expect(href).toMatch(/^(#|https?:\/\/|mailto:)/);
    expect(await page.locator("main :is(script, iframe, object, embed, img, style, base, form[action])").count()).toBe(
      0,
    );
    expect(await page.locator("main *").evaluateAll(handlersIn)).toEqual([]);
  });

  it("runs nothing in the detail of a memory or of a fix", async () => {
    const memory = {
      project_id: "shop",
      outcome: "failure",
      title: line.slice(0, 100),
      content: attack,
      tags: ["<b>x</b>"],
    };
    const { id } = (await server.call("memory_record", memory)) as { id: string };
    const fix = {
      tenant_id: "local",
      scope: "org",
      category: "unknown",
      title: line.slice(0, 200),
      problem: attack,
      symptoms: [line],
      root_cause: attack,
      solution: attack,
      code_diff: attack,
      affected_files: [line],
      failed_attempts: [line],
      verified_by: line.slice(0, 500),
      tags: [line.slice(0, 90)],
    };
    const { id: fixId } = (await server.call("remediation_record", fix)) as { id: string };
    for (const at of [`#/memories/${id}`, `#/fixes/${fixId}`]) {
      const { page, violations } = await look(at);
      await page.locator(".detail h2").waitFor();
      expect(violations).toEqual([]);
      expect(await page.evaluate("window.pwned")).toBeUndefined();
      expect(await page.locator("main").textContent()).toContain("<script>window.pwned=1</script>");
    }
  });

  it("is shown as plain text", async () => {
    for (const [i] of agents.entries()) {
      const { page } = await look(`#/sessions/${idOf(i)}`);
      const shown = await page.locator("main").textContent();
      expect(shown).toContain("<script>window.pwned=1</script>");
      expect(shown).toContain("javascript:window.pwned=8");
    }
  });

  it("would also be blocked by the content security policy", async () => {
    const { page } = await look("#/home");
    const outcome = await page.evaluate(`(() => {
      try {
        const script = document.createElement("script");
        script.textContent = "window.pwned = 99";
        document.body.append(script);
      } catch (error) { return String(error); }
      return "appended";
    })()`);
    expect(await page.evaluate("window.pwned")).toBeUndefined();
    expect(outcome).toContain("TrustedScript");
  });
});

import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type McpProcess, startMcpProcess } from "../support/mcp-process.js";
import { Product } from "../support/product.js";

const lesson = "Kill the leftover daemon before you start the suite, or the port is taken.";
const paraphrase = "tests fail because a service from the last run is alive";
const others = [
  "Colors of the chart come from the theme file.",
  "Translations are reviewed on Mondays.",
  "Invoices round half up.",
];

/** The text of the best hit for a query that has no word in common with the lesson. */
describe("what was just recorded", () => {
  let product: Product;
  let server: McpProcess;
  beforeAll(async () => {
    product = new Product();
    server = await startMcpProcess(product.env as Record<string, string>, product.repository);
  });
  afterAll(async () => {
    await server.close();
    product.remove();
  });
  const record = (title: string, content: string) =>
    server.call("memory_record", { project_id: product.repository, title, content, outcome: "success" });

  it("is found by other words in the next call over MCP", async () => {
    for (const [i, text] of others.entries()) await record(`Other ${i}`, text);
    await record("Suite setup", lesson);
    const { memories } = await server.call("memory_search", { project_id: product.repository, query: paraphrase });
    expect((memories as { content: string }[])[0]?.content).toBe(lesson);
    const { hits } = await server.call("recall", { query: paraphrase });
    expect((hits as { title: string }[])[0]?.title).toBe("Suite setup");
  });

  it.each([
    "which vaccines does a puppy need",
    "how long do I boil an egg",
    "should I lease or buy a car",
    "how to train for a half marathon",
    "the train leaves from the other platform after a delay",
  ])("is not given, by any tool, to who asks something else: %s", async (query) => {
    const owner = { title: "Port taken", problem: "EADDRINUSE when the suite starts", solution: lesson };
    await server.call("remediation_record", { tenant_id: "default", scope: "org", category: "other", ...owner });
    const { memories } = await server.call("memory_search", { project_id: product.repository, query });
    const { remediations } = await server.call("remediation_search", { tenant_id: "default", query });
    const { hits } = await server.call("recall", { query });
    expect({ memories, remediations, hits }).toEqual({ memories: [], remediations: [], hits: [] });
  });

  it("is found by other words in the next command, team knowledge too", () => {
    const text = "Every customer gets a grace period before we switch off the account.";
    expect(product.run(["knowledge", "add", "billing", text]).status).toBe(0);
    expect(product.run(["memory", "record", "Retry", "Wait longer after every failed upload."]).status).toBe(0);
    expect(product.run(["context", "search", "unpaid clients are not suspended at once"]).stdout).toContain(
      "grace period",
    );
    const found = product.run(["memory", "search", "pause between attempts to send a file", "--json"]);
    expect(JSON.parse(found.stdout).memories[0].title).toBe("Retry");
  });
});

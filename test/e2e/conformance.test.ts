import { execFile, spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { createServer, request } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { Product } from "../support/product.js";

/** `<node 22 or later> <path of @modelcontextprotocol/conformance's command>`, see CONTRIBUTING.md. */
const command = process.env.THROUGHLINE_TEST_CONFORMANCE?.split(" ") ?? [];

/** Scenarios of the protocol's own suite that a server with our capabilities must pass. */
const scenarios = [
  "server-initialize",
  "ping",
  "completion-complete",
  "tools-list",
  "resources-list",
  "prompts-list",
  "dns-rebinding-protection",
];

/** The rest of the suite, and why it does not apply. A new scenario must be put into one of the two lists. */
const notApplicable: Record<string, string> = {
  "logging-set-level": "the server announces no logging capability",
  "resources-subscribe": "over HTTP the older protocol is served without sessions and announces no subscriptions",
  "resources-unsubscribe": "as resources-subscribe",
  "server-sse-polling": "sessions, as above",
  "server-sse-multiple-streams": "sessions, as above",
  ...Object.fromEntries(
    [
      "simple-text",
      "image",
      "audio",
      "embedded-resource",
      "mixed-content",
      "with-logging",
      "error",
      "with-progress",
      "sampling",
      "elicitation",
    ].map((name) => [`tools-call-${name}`, "calls a fixture tool that only the SDK's test server has"]),
  ),
  ...Object.fromEntries(
    [
      "json-schema-2020-12",
      "elicitation-sep1034-defaults",
      "elicitation-sep1330-enums",
      "resources-read-text",
      "resources-read-binary",
      "resources-templates-read",
      "prompts-get-simple",
      "prompts-get-with-args",
      "prompts-get-embedded-resource",
      "prompts-get-with-image",
    ].map((name) => [name, "reads a fixture that only the SDK's test server has"]),
  ),
};

const run = (...args: string[]) => spawnSync(command[0] ?? "", [...command.slice(1), ...args], { encoding: "utf8" });

const about = command.length < 2 ? " (skipped: THROUGHLINE_TEST_CONFORMANCE names no suite)" : "";

describe.skipIf(command.length < 2)(`the protocol's conformance suite over HTTP${about}`, () => {
  it("lists every scenario of the suite", () => {
    const listed = run("list").stdout.split("Client scenarios")[0] ?? "";
    const listedScenarios = [...scenarios, ...Object.keys(notApplicable)];
    expect([...listed.matchAll(/^ {2}- (\S+)/gm)].map(([, name]) => name).toSorted()).toEqual(
      listedScenarios.toSorted(),
    );
  });

  it.each(scenarios)("passes %s", async (scenario) => {
    const product = new Product();
    const child = product.start(["serve"]);
    const address = await new Promise<string>((resolve) => {
      child.stdout.on("data", (chunk) => {
        const found = /Page\s+(http:\/\/\S+?)\/(?:#token\S+)?\s/.exec(String(chunk));
        if (found?.[1]) resolve(found[1]);
      });
    });
    const proxy = await openTokenProxy(address, readFileSync(join(product.home, "token"), "utf8").trim());
    const { status, stdout, stderr } = await runApart(
      "server",
      "--url",
      `${proxy.address}/mcp`,
      "--scenario",
      scenario,
    );
    expect({ status, said: status === 0 ? "" : stdout + stderr }).toEqual({ status: 0, said: "" });
    proxy.close();
    child.kill();
    product.remove();
  });
});

/** Not `spawnSync`: the proxy runs in this process. */
function runApart(...args: string[]): Promise<{ status: number | null; stdout: string; stderr: string }> {
  return new Promise((resolve) => {
    const child = execFile(command[0] ?? "", [...command.slice(1), ...args], (_, stdout, stderr) =>
      resolve({ status: child.exitCode, stdout, stderr }),
    );
  });
}

/** The suite cannot send a token, so it goes through a proxy that adds it and changes nothing else. */
async function openTokenProxy(target: string, token: string): Promise<{ address: string; close(): void }> {
  const server = createServer((incoming, answer) => {
    const headers = { ...incoming.headers, authorization: `Bearer ${token}` };
    const sent = request(target + incoming.url, { method: incoming.method, headers }, (response) => {
      answer.writeHead(response.statusCode ?? 502, response.headers);
      response.pipe(answer);
    });
    incoming.pipe(sent);
  });
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", () => ready()));
  return { address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close: () => server.close() };
}

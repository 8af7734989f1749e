import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  describeMistakes,
  environmentLayers,
  flattenSettings,
  type Layer,
  refuseInvalidFlags,
  resolveSettings,
  takeSettingFlags,
} from "./resolve-settings.js";

const layer = (values: Record<string, unknown>, overrides: Partial<Layer> = {}): Layer => ({
  origin: "user file",
  where: "config.json",
  approved: true,
  values,
  ...overrides,
});

describe("resolveSettings", () => {
  it("returns defaults and reports their origin", () => {
    const { values, origins } = resolveSettings([]);
    expect(values["agent.timeout"]).toBe(300_000);
    expect(origins["agent.timeout"].origin).toBe("default");
  });

  it("lets the last layer that sets a value win", () => {
    fc.assert(
      fc.property(fc.array(fc.option(fc.integer({ min: 1, max: 99_999 })), { minLength: 1 }), (timeouts) => {
        const layers = timeouts.map((timeout) => layer(timeout === null ? {} : { "agent.timeout": timeout }));
        const last = timeouts.filter((timeout) => timeout !== null).at(-1) ?? 300_000;
        expect(resolveSettings(layers).values["agent.timeout"]).toBe(last);
      }),
    );
  });

  it("takes nothing from an unapproved repository file", () => {
    const changed = { database: "sqlite:/tmp/evil.db", logLevel: "debug", readOnly: true, excludeTools: ["recall"] };
    const repository = layer(changed, { origin: "repository file", approved: false });
    const { values, ignored } = resolveSettings([repository]);
    expect(values).toEqual(resolveSettings([]).values);
    expect(ignored.map(({ name }) => name)).toEqual(Object.keys(changed));
    for (const { why } of ignored) expect(why).toContain("config trust");
  });

  it("passes over an invalid value, and names the setting, its origin and the valid values", () => {
    const invalid = layer({ "http.port": "many" }, { origin: "environment", where: "PORT" });
    const settings = resolveSettings([layer({ "http.port": 7 }), invalid]);
    expect(settings.values["http.port"]).toBe(7);
    expect(describeMistakes(settings)).toEqual([
      "http.port in PORT must be a whole number from 0 to 65535. It has no effect.",
    ]);
  });

  it.each([7, [1, 2], { own: "acme_" }, null, true])("passes over a list of prefixes that is %j", (value) => {
    const settings = resolveSettings([layer({ "redaction.prefixes": value })]);
    expect(settings.values["redaction.prefixes"]).toEqual([]);
    expect(describeMistakes(settings)).toEqual([
      expect.stringMatching(/^redaction\.prefixes in .+ must be a comma-separated list\. It has no effect\.$/),
    ]);
  });

  it("leaves out a prefix that would redact ordinary words, and keeps the others", () => {
    const settings = resolveSettings([layer({ "redaction.prefixes": ["acme:acme_live_", "own:a"] })]);
    expect(settings.values["redaction.prefixes"]).toEqual(["acme:acme_live_"]);
    expect(describeMistakes(settings)).toEqual([
      expect.stringMatching(/at least 4 characters.*\. Entry 2 of it has no effect\.$/),
    ]);
  });

  it.each([
    ["database", "mysql://db", "invalid:"],
    ["database", "sqlite:", "invalid:"],
    ["readOnly", "perhaps", true],
    ["remote.url", "http://example.com", ""],
    ["remote.url", "nowhere", ""],
    ["remote.kinds", "memmories", []],
    ["agent.sandbox", "requried", "required"],
    ["agent.dayCost", "five", 0.01],
    ["archive.exclude", 7, ["/"]],
  ] as const)("gives the limit %s its strictest value when it is %j", (name, value, strictest) => {
    const valid = {
      database: "sqlite:a.db",
      readOnly: false,
      "remote.url": "https://a.example",
      "agent.sandbox": "off",
    };
    const settings = resolveSettings([layer(valid), layer({ [name]: value })]);
    expect(settings.values[name]).toEqual(strictest);
    expect(describeMistakes(settings)).toEqual([expect.stringContaining("Until it is corrected, ")]);
  });

  it("treats the limits that an unreadable file mentions as invalid", () => {
    const problem = "is not a JSON object";
    const broken = { ...layer({}), problem, unreadText: '{"readOnly": true, "agent": {"sandbox": "required"' };
    const { values } = resolveSettings([broken]);
    expect([values.readOnly, values["agent.sandbox"], values.database]).toEqual([true, "required", ""]);
    const foreign = { ...layer({}, { origin: "repository file", approved: false }), problem, unreadText: '"database"' };
    expect(resolveSettings([foreign]).values.database).toBe("");
  });

  it("refuses an invalid flag, and one without its value, on a command line", () => {
    for (const argv of [
      ["stats", "--port", "many"],
      ["stats", "--port"],
    ]) {
      const settings = resolveSettings(takeSettingFlags(argv).layers);
      expect(() => refuseInvalidFlags(settings)).toThrow("--port");
    }
    expect(() => refuseInvalidFlags(resolveSettings([layer({ "http.port": "many" })]))).not.toThrow();
  });

  it("ignores unknown settings and reports them", () => {
    expect(resolveSettings([layer({ color: "red" })]).ignored).toMatchObject([{ name: "color" }]);
  });
});

describe("environmentLayers", () => {
  it("reads computed names and the contracts' own, the computed one winning", () => {
    const layers = environmentLayers({
      CONTEXT_BRIDGE_AGENT_TIMEOUT: "5",
      THROUGHLINE_AGENT_TIMEOUT: "7",
      MCP_CALLER: "mcp:x",
    });
    const { values } = resolveSettings(layers);
    expect([values["agent.timeout"], values.caller]).toEqual([7, "mcp:x"]);
  });
});

describe("takeSettingFlags", () => {
  it("takes flags with a value, with an equals sign and without a value, and leaves the rest", () => {
    const { layers, rest } = takeSettingFlags(["mcp", "--toolsets=memory", "--port", "7", "--read-only", "--json"]);
    const { values } = resolveSettings(layers);
    expect([values.toolsets, values["http.port"], values.readOnly]).toEqual([["memory"], 7, true]);
    expect(rest).toEqual(["mcp", "--json"]);
  });

  it("leaves everything after a double dash alone", () => {
    expect(takeSettingFlags(["x", "--", "--port", "7"])).toEqual({ layers: [], rest: ["x", "--", "--port", "7"] });
  });
});

describe("flattenSettings", () => {
  it("does not follow objects deeper than names of settings go", () => {
    const tree = JSON.parse(`${'{"a":'.repeat(50_000)}1${"}".repeat(50_000)}`);
    expect(Object.keys(flattenSettings(tree))).toEqual(["a.a.a.a"]);
  });

  it("joins nested names with dots", () => {
    expect(flattenSettings({ agent: { timeout: 1 }, "http.port": 2, toolsets: ["memory"] })).toEqual({
      "agent.timeout": 1,
      "http.port": 2,
      toolsets: ["memory"],
    });
  });
});

describe("names of settings with abbreviations", () => {
  it.each([
    ["THROUGHLINE_AUTO_LOAD_MAX_SIZE_KB", "documented"],
    ["THROUGHLINE_AUTO_LOAD_MAX_SIZE_K_B", "former"],
  ])("reads the variable %s (%s)", (variable) => {
    const { values } = resolveSettings(environmentLayers({ [variable]: "20" }));
    expect(values["autoLoad.maxSizeKB"]).toBe(20);
  });

  it.each([
    ["--archive-retention-mb", "documented"],
    ["--archive-retention-m-b", "former"],
  ])("reads the flag %s (%s)", (flag) => {
    const { layers, rest } = takeSettingFlags(["stats", flag, "500"]);
    expect(rest).toEqual(["stats"]);
    expect(resolveSettings(layers).values["archive.retentionMB"]).toBe(500);
  });

  it("prefers the documented variable", () => {
    const env = { THROUGHLINE_ARCHIVE_RETENTION_MB: "1", THROUGHLINE_ARCHIVE_RETENTION_M_B: "2" };
    expect(resolveSettings(environmentLayers(env)).values["archive.retentionMB"]).toBe(1);
  });
});

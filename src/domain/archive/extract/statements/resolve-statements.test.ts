import { describe, expect, it } from "vitest";
import { extractStatements } from "./extract-statements.js";
import { resolveStatements } from "./resolve-statements.js";

const said = (sessionId: string, text: string, by: "person" | "agent" = "person") =>
  extractStatements(text, by).map((one) => ({ ...one, files: [], sessionId, exchangeKey: "1", at: sessionId }));
const current = (...statements: ReturnType<typeof said>[]) =>
  resolveStatements(statements.flat()).current.map(({ text }) => text);

describe("resolveStatements", () => {
  it("drops what a later statement gave up", () => {
    expect(current(said("1", "We agreed to use Mocha."), said("2", "Vitest replaces Mocha."))).toEqual([
      "Vitest replaces Mocha.",
    ]);
  });

  it("drops what is moved away from", () => {
    const texts = current(
      said("1", "We decided to use SQLite for recipe storage."),
      said("2", "We're moving recipe storage from SQLite to Postgres."),
    );
    expect(texts).toEqual(["We're moving recipe storage from SQLite to Postgres."]);
  });

  it("finds names inside Chinese and Japanese text", () => {
    const decided = (sessionId: string, text: string, dropped: string[] = []) => [
      {
        kind: "statement",
        about: "decision",
        text,
        by: "person",
        dropped,
        files: [],
        sessionId,
        exchangeKey: "1",
        at: sessionId,
      } as const,
    ];
    const texts = resolveStatements([
      ...decided("1", "PLC 统一用gRPC网关连接"),
      ...decided("2", "直接走 Modbus", ["grpc"]),
      ...decided("3", "通知は企業メールで送ります"),
      ...decided("4", "通知はアプリで送ります", ["メール"]),
    ]).current.map(({ text }) => text);
    expect(texts).toEqual(["通知はアプリで送ります", "直接走 Modbus"]);
  });

  it("ends a task that the person says is done", () => {
    const texts = current(
      said("1", "TODO: migrate the label printer to ZPL."),
      said("2", "The label printer is on ZPL now, that's done."),
    );
    expect(texts).not.toContain("TODO: migrate the label printer to ZPL.");
  });

  it("joins what several sessions said", () => {
    const { current: joined } = resolveStatements([
      ...said("1", "Always use pnpm here."),
      ...said("2", "Again: always use pnpm."),
    ]);
    expect(joined).toHaveLength(1);
    expect(joined[0]?.sessions.toSorted()).toEqual(["1", "2"]);
  });

  it("keeps statements apart that differ in a number", () => {
    expect(current(said("1", "Staging listens on port 80."), said("1", "Production listens on port 81."))).toHaveLength(
      2,
    );
  });

  it.each([
    ["a number", "The dev server listens on port 4810.", "The dev server listens on port 4811."],
    ["a name", "Mail is sent with Postmark.", "Mail is sent with SendGrid."],
    ["an owner", "Olga owns the billing service.", "Piet owns the billing service."],
    ["a corrected limit", "The upload limit is 20 MB per file.", "Sorry, the upload limit is 30 MB."],
  ])("replaces %s that is said again in another way", (_, before, after) => {
    expect(current(said("1", before), said("2", after))).toEqual([after]);
  });

  it.each([
    ["Olga owns the billing service.", "Piet owns the search service."],
    ["The free plan has 3 projects.", "The team plan has 10 projects."],
  ])("keeps %j beside %j", (before, after) => {
    expect(current(said("1", before), said("2", after))).toHaveLength(2);
  });

  it("closes a task that was reported as done, and keeps one next step", () => {
    const statements = [
      said("1", "Still open: rotate the signing keys."),
      said("1", "Next step: the importer.", "agent"),
      said("2", "Rotating the signing keys is done.", "agent"),
      said("2", "Next step: the exporter.", "agent"),
    ];
    expect(current(...statements)).toEqual(["Next step: the exporter.", "Rotating the signing keys is done."]);
  });

  it.each([
    ["Payment is by PayPal.", "Klarna is the payment provider now."],
    [
      "Confirmation mails go out through Mailgun.",
      "Mailgun has suspended us, so it's Postmark for the mails henceforth.",
    ],
    ["Messages are exchanged through RabbitMQ.", "RabbitMQ has been superseded by Azure Service Bus."],
    ["Maps are drawn with Leaflet.", "Leaflet fliegt raus, wir nehmen MapLibre."],
    ["Los mensajes van por Mosquitto.", "Mosquitto ya no aguanta, usamos EMQX."],
    ["Les sessions sont stockées dans Redis.", "Redis dégage, on utilise Valkey."],
  ])("another choice replaces %s", (old, other) => {
    expect(current(said("1", old, "agent"), said("2", other))).toEqual([other]);
  });

  it("keeps choices about different things, and those that only share a name", () => {
    const mails = said("1", "Mails are sent by Postmark.", "agent");
    expect(current(mails, said("2", "Invoices are made with Typst now.", "agent"))).toHaveLength(2);
    expect(current(mails, said("2", "Postmark gets its key from Vault now.", "agent"))).toHaveLength(2);
  });
});

import { describe, expect, it } from "vitest";
import { readConversation } from "./conversation.js";

const chat = `user: I rented a cello in Leith.
assistant: A good way to start.
Many adults do.
user: My first lesson is in January.
assistant: Have fun.`;

describe("reading a conversation", () => {
  it("pairs each question with its answer", () => {
    expect(readConversation(chat)?.exchanges).toEqual([
      {
        question: "user: I rented a cello in Leith.",
        text: "user: I rented a cello in Leith.\nassistant: A good way to start.\nMany adults do.",
      },
      {
        question: "user: My first lesson is in January.",
        text: "user: My first lesson is in January.\nassistant: Have fun.",
      },
    ]);
  });

  it("distinguishes people from programs", () => {
    const { people, programs } = readConversation(chat) ?? { people: "", programs: "" };
    expect(people).toBe("user: I rented a cello in Leith.\nuser: My first lesson is in January.");
    expect(programs).toContain("Many adults do.");
  });

  it("recognizes unknown names that speak more than once", () => {
    const text = "[9:02] Priya: Hey!\n[9:03] Jonas: Hello.\n[9:03] Priya: How was it?\n[9:05] Jonas: Long and hot.";
    expect(readConversation(text)).toMatchObject({ exchanges: { length: 2 }, programs: "" });
  });

  it("reads names that are set in bold", () => {
    const text = "**User:** which port?\n\n**Assistant:** 8443.";
    expect(readConversation(text)).toMatchObject({ people: "**User:** which port?\n", exchanges: { length: 1 } });
  });

  it("treats one question of a user and its answer as a conversation", () => {
    expect(readConversation("User: which port?\nAssistant: 8443.")?.exchanges).toHaveLength(1);
  });

  it.each([
    ["prose", "We keep prices in cents.\nNote: never as floats."],
    ["a report with headings", "Error: connect refused\nCause: the port is closed\nFix: open it\nSeen: twice"],
    ["a configuration", "host: a\nport: 1\nuser: me\npassword: x\ndatabase: y"],
    ["one speaker", "Priya: one\nPriya: two\nPriya: three\nPriya: four"],
    ["nothing", ""],
  ])("does not treat %s as one", (_, text) => {
    expect(readConversation(text)).toBeUndefined();
  });
});

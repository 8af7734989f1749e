import { describe, expect, it } from "vitest";
import { composeInstructions } from "./instructions.js";

const entry = (key: string, scope: "public" | "private" = "public") => ({ key, content: "", scope });

describe("composeInstructions", () => {
  it("names what the project has, and nothing private", () => {
    const text = composeInstructions({ name: "shop", knowledge: [entry("stack"), entry("salaries", "private")] });
    expect(text).toContain("The project shop has knowledge entries: stack.");
    expect(text).not.toContain("salaries");
  });

  it("stays within two kilobytes whatever the project has", () => {
    const knowledge = Array.from({ length: 5000 }, (_, i) => entry(`ключ-${i}`));
    const text = composeInstructions({ name: "shop", knowledge });
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(2048);
    expect(text).toMatch(/and \d+ more\.$/);
  });

  it("explains itself outside a project too", () => {
    expect(composeInstructions(undefined)).toContain("memory_search");
  });
});

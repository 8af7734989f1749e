import { describe, expect, it } from "vitest";
import { describeService, readPublicAddress } from "./public-address.js";

const factsOf = (url: string, issuer = "") => describeService(readPublicAddress(url, issuer, "throughline:"), issuer);

describe("what a service says about itself", () => {
  it("names its addresses", () => {
    const { json, head } = factsOf("https://tl.example/team/", "https://login.example");
    expect(json).toMatchObject({ mcp: "https://tl.example/team/mcp" });
    expect(head).toBe(
      '<meta name="throughline-service" content="https://tl.example/team" data-issuer="https://login.example" />',
    );
  });

  it("escapes addresses", () => {
    expect(factsOf("https://tl.example", 'https://login.example/"><script>alert(1)</script>').head).not.toContain(
      "<script",
    );
  });
});

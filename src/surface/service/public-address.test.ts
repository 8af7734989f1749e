import { describe, expect, it } from "vitest";
import { readPublicAddress } from "./public-address.js";

const read = (url: string) => readPublicAddress(url, "https://login.example", "throughline:");

describe("readPublicAddress", () => {
  it("has the URL of the resource metadata and the audiences of tokens", () => {
    const { audiences, metadataUrl, documents } = read("https://tl.example/");
    expect(audiences).toContain("https://tl.example/mcp");
    expect(metadataUrl).toBe("https://tl.example/.well-known/oauth-protected-resource/mcp");
    expect(documents.get("/.well-known/oauth-protected-resource/mcp")).toMatchObject({
      resource: "https://tl.example/mcp",
      authorization_servers: ["https://login.example"],
      scopes_supported: ["throughline:read", "throughline:write", "throughline:admin"],
    });
    expect(documents.get("/.well-known/oauth-protected-resource")).toMatchObject({ resource: "https://tl.example" });
  });

  it.each(["http://tl.example", "tl.example", "ftp://tl.example", "https://a:b@tl.example", "https://tl.example?x=1"])(
    "refuses %s",
    (url) => {
      expect(() => read(url)).toThrow(expect.objectContaining({ problem: "invalid" }));
    },
  );

  it("accepts plain http for localhost", () => {
    expect(read("http://localhost:8080").isSecure).toBe(false);
  });
});

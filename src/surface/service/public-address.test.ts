import { describe, expect, it } from "vitest";
import { readPublicAddress } from "./public-address.js";

const read = (url: string) => readPublicAddress(url, "https://login.example", "throughline:");

describe("readPublicAddress", () => {
  it("says where the metadata of the resource is, and what tokens must be meant for", () => {
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

  it("takes plain http on this machine", () => {
    expect(read("http://localhost:8080").isSecure).toBe(false);
  });
});

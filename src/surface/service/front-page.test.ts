import { describe, expect, it } from "vitest";
import { createFrontPage } from "./front-page.js";
import { readPublicAddress } from "./public-address.js";

const pageOf = (url: string, issuer = "") => createFrontPage(readPublicAddress(url, issuer, "throughline:"), issuer);

describe("the page of a service", () => {
  it("says how to connect, with the address to copy", () => {
    const { html, facts } = pageOf("https://tl.example/team/");
    expect(html).toContain("throughline config set remote.url https://tl.example/team");
    expect(html).toContain("http throughline https://tl.example/team/mcp --header");
    expect(html).not.toContain("sign in");
    expect(facts).toMatchObject({ mcp: "https://tl.example/team/mcp" });
  });

  it("names the authorization server if there is one", () => {
    expect(pageOf("https://tl.example", "https://login.example").html).toContain("https://login.example");
  });

  it("escapes addresses, and allows only its own style", () => {
    const { html, policy } = pageOf("https://tl.example", "https://login.example/<script>alert(1)</script>");
    expect(html).not.toContain("<script");
    expect(policy).toMatch(/^default-src 'none'; style-src 'sha256-[\w+/=]+'; /);
  });
});

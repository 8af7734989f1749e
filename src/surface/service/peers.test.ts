import { describe, expect, it } from "vitest";
import { createPeers } from "./peers.js";

const peer = (trusted: readonly string[], remote: string, forwardedFor?: string, forwardedProto?: string) =>
  createPeers(trusted)(remote, forwardedFor, forwardedProto);

describe("peers", () => {
  it("ignore forwarded headers of untrusted connections", () => {
    expect(peer([], "203.0.113.7", "127.0.0.1", "https")).toEqual({
      address: "203.0.113.7",
      protocol: "unknown",
      isLoopback: false,
    });
  });

  it("are the last address that is not a trusted proxy, so that clients cannot forge theirs", () => {
    const trusted = ["10.0.0.0/8"];
    expect(peer(trusted, "10.0.0.1", "1.2.3.4, 203.0.113.7, 10.0.0.2", "https")).toEqual({
      address: "203.0.113.7",
      protocol: "https",
      isLoopback: false,
    });
    expect(peer(trusted, "::ffff:10.0.0.1", "nonsense", "http")).toMatchObject({
      address: "10.0.0.1",
      protocol: "http",
    });
  });

  it("are not local when they come through a proxy on this machine", () => {
    expect(peer(["127.0.0.1"], "127.0.0.1", "203.0.113.7", "https")).toMatchObject({ isLoopback: false });
    expect(peer([], "127.0.0.1")).toMatchObject({ isLoopback: true });
  });

  it("are refused as a setting when they are not a network", () => {
    for (const wrong of ["proxy.example", "10.0.0.0/33", "10.0.0.0/x"]) {
      expect(() => createPeers([wrong])).toThrow(wrong);
    }
  });
});

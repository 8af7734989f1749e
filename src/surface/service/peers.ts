import { BlockList, isIP } from "node:net";
import { AppError } from "../../base/errors.js";

/** Where a request comes from, as far as it can be trusted. */
export type Peer = ReturnType<ReturnType<typeof createPeers>>;

/** Reads X-Forwarded-* from trusted proxies only: any client can send it. `remote` is the other end of the connection. */
export function createPeers(trustedProxies: readonly string[]) {
  const trusted = networks(trustedProxies);
  return (remote: string, forwardedFor = "", forwardedProto?: string) => {
    const end = plainAddress(remote);
    const isLoopback = end === "127.0.0.1" || end === "::1";
    if (!contains(trusted, end)) return { address: end, protocol: "unknown", isLoopback } as const;
    // From the right: everything left of the first address that is not a proxy may be forged by the client.
    const hops = forwardedFor.split(",").map((hop) => plainAddress(hop.trim()));
    const address = hops.reverse().find((hop) => isIP(hop) !== 0 && !contains(trusted, hop)) ?? end;
    const proto = forwardedProto?.split(",").at(-1)?.trim().toLowerCase();
    return { address, protocol: proto === "https" ? "https" : "http", isLoopback: false } as const;
  };
}

function networks(all: readonly string[]): BlockList {
  const list = new BlockList();
  for (const one of all) {
    const [address = "", bits] = one.split("/");
    const family = isIP(address);
    const max = family === 6 ? 128 : 32;
    const length = bits === undefined ? max : Number(bits);
    if (family === 0 || !Number.isInteger(length) || length < 0 || length > max) throw invalidNetwork(one);
    list.addSubnet(address, length, family === 6 ? "ipv6" : "ipv4");
  }
  return list;
}

const contains = (list: BlockList, address: string) => {
  const family = isIP(address);
  return family !== 0 && list.check(address, family === 6 ? "ipv6" : "ipv4");
};

/** Unwraps an IPv4-mapped IPv6 address. */
const plainAddress = (address: string) => address.replace(/^::ffff:(?=\d+\.)/i, "");

const invalidNetwork = (text: string) =>
  new AppError("invalid", `Invalid address or network in service.trustedProxies: ${text}.`, {
    hint: "Use addresses such as 10.1.2.3 or networks such as 10.0.0.0/8.",
  });

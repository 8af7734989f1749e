import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { products } from "../compare/products.js";
import type { Launch } from "./installed.js";
import { startServer } from "./processes.js";

export interface Peer {
  readonly name: string;
  readonly launch: Launch;
  record(key: string, text: string): readonly [tool: string, input: Record<string, unknown>];
  search(query: string): readonly [tool: string, input: Record<string, unknown>];
}

/** Other memory servers, with their data below `homes`; those that cannot be installed or started here are left out. */
export async function peers(homes: string): Promise<Peer[]> {
  const started: Peer[] = [];
  for (const peer of installed(homes)) {
    const server = await startServer(peer.launch, homes).catch(() => undefined);
    if (server) started.push(peer);
    await server?.close();
  }
  return started;
}

function installed(homes: string): Peer[] {
  return products.flatMap(({ name, package: source, version, ...product }) => {
    if (source === undefined || name.endsWith("semantic")) return [];
    const place = join(tmpdir(), "throughline-bench", `${source.replaceAll(/\W/g, "-")}-${version}`);
    if (!existsSync(join(place, "node_modules"))) {
      mkdirSync(place, { recursive: true });
      writeFileSync(join(place, "package.json"), "{}");
      const args = ["install", "--no-audit", "--no-fund", `${source}@${version}`];
      if (spawnSync("npm", args, { cwd: place }).status !== 0) return [];
    }
    const home = join(homes, name.replaceAll(/\W/g, "-"));
    mkdirSync(home, { recursive: true });
    const { NODE_EXTRA_CA_CERTS: _, ...rest } = process.env;
    const env = { ...rest, ...product.env(home), HOME: home } as Record<string, string>;
    const launch = { command: process.execPath, args: product.start(place), env };
    return [{ name, launch, record: product.record, search: product.search }];
  });
}

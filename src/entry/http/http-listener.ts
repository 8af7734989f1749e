import type { Server as HttpServer } from "node:http";
import type { AddressInfo } from "node:net";
import { serve } from "@hono/node-server";
import { AppError } from "../../base/errors.js";
import type { ResolvedSettings } from "../../base/resolve-settings.js";

/** How long active requests may run after a stop signal. */
const defaultGraceMs = 5000;

/** How many more ports are tried when the first is taken; none where a person named it. */
const maxPorts = 100;

type Answer = (request: Request) => Response | Promise<Response>;

export async function listen(fetch: Answer, { values, origins }: ResolvedSettings): Promise<HttpServer> {
  const { "http.host": hostname, "http.port": port } = values;
  const maxTries = origins["http.port"].origin === "default" ? maxPorts : 0;
  for (let tried = 0; ; tried++) {
    try {
      return await listenAt(fetch, hostname, port + tried);
    } catch (error) {
      if (tried === maxTries || codeOf(error) !== "EADDRINUSE") throw explain(error, hostname, port);
    }
  }
}

const listenAt = (fetch: Answer, hostname: string, port: number): Promise<HttpServer> =>
  new Promise((ready, fail) => {
    const server = serve({ fetch, hostname, port }, () => ready(server as HttpServer));
    server.on("error", fail);
  });

const codeOf = (error: unknown) => (error instanceof Error && "code" in error ? error.code : "");

function explain(error: unknown, hostname: string, port: number): unknown {
  const code = codeOf(error);
  if (code === "EADDRINUSE") {
    const hint = "Choose another with --port, or leave --port out for a free one.";
    return new AppError("unavailable", `Port ${port} of ${hostname} is in use.`, { hint, cause: error });
  }
  if (code === "EACCES" || code === "EADDRNOTAVAIL" || code === "ENOTFOUND") {
    const hint = "Choose a port above 1023 and an address of this machine.";
    return new AppError("invalid", `Cannot listen on ${hostname}:${port} (${code}).`, { hint, cause: error });
  }
  return error;
}

export function addressOf(server: HttpServer): string {
  const { address, family, port } = server.address() as AddressInfo;
  return `http://${family === "IPv6" ? `[${address}]` : address}:${port}`;
}

/** Lets active requests finish, with a time limit. */
export const closeServer = (server: HttpServer, graceMs = defaultGraceMs): Promise<void> =>
  new Promise((closed) => {
    const late = setTimeout(() => server.closeAllConnections(), graceMs);
    server.close(() => {
      clearTimeout(late);
      closed();
    });
    server.closeIdleConnections();
  });

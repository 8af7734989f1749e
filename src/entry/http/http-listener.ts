import type { Server as HttpServer } from "node:http";
import type { AddressInfo } from "node:net";
import { serve } from "@hono/node-server";
import { AppError } from "../../base/errors.js";

/** How long active requests may run after a stop signal. */
const defaultGraceMs = 5000;

export const listen = (
  fetch: (request: Request) => Response | Promise<Response>,
  hostname: string,
  port: number,
): Promise<HttpServer> =>
  new Promise((ready, fail) => {
    const server = serve({ fetch, hostname, port }, () => ready(server as HttpServer));
    server.on("error", (error) => fail(explain(error, hostname, port)));
  });

function explain(error: Error, hostname: string, port: number): Error {
  const code = "code" in error ? error.code : "";
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

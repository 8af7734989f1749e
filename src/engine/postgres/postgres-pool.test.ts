import { once } from "node:events";
import { type AddressInfo, createServer, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { openPool } from "./postgres-pool.js";

describe("a pool of connections", () => {
  it("does not connect again for a caller whose connection was lost", async () => {
    const sockets: Socket[] = [];
    const server = createServer((socket) => {
      sockets.push(socket);
      socket.on("error", () => {});
      // Like a server that is killed. One that runs again answers the next connection.
      if (sockets.length === 1) socket.resetAndDestroy();
    }).listen(0, "127.0.0.1");
    await once(server, "listening");
    const { port } = server.address() as AddressInfo;
    const options = { connections: 1, timeoutMs: 10_000, hasSessions: true, parameters: {} };
    const pool = await openPool(`postgres://someone@127.0.0.1:${port}/none`, options);

    const together = pool.use(({ client }) => Promise.all([client.unsafe("SELECT 1"), client.unsafe("SELECT 2")]));
    await expect(together).rejects.toMatchObject({ code: "ECONNRESET" });
    await pool.end();
    await sleep(100);
    expect(sockets).toHaveLength(1);

    for (const socket of sockets) socket.destroy();
    server.close();
  });
});

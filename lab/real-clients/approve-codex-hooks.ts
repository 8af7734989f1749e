import { spawn } from "node:child_process";
import { createInterface } from "node:readline";

type Answer = { readonly id?: number; readonly result?: unknown; readonly error?: { readonly message: string } };
type Listed = { readonly data: readonly { readonly hooks: readonly Hook[] }[] };
type Hook = { readonly key: string; readonly currentHash: string };

/** Approves every hook as a person does in `/hooks`, through the interface that Codex offers to editors. */
export async function approveCodexHooks(program: string, folder: string, env: NodeJS.ProcessEnv): Promise<number> {
  const server = spawn(program, ["app-server"], { cwd: folder, env, stdio: ["pipe", "pipe", "ignore"] });
  const lines = createInterface({ input: server.stdout })[Symbol.asyncIterator]();
  let lastId = 0;
  const request = async (method: string, params: object): Promise<unknown> => {
    const id = ++lastId;
    server.stdin.write(`${JSON.stringify({ id, method, params })}\n`);
    for (let line = await lines.next(); !line.done; line = await lines.next()) {
      const answer = JSON.parse(line.value) as Answer;
      if (answer.id !== id) continue;
      if (answer.error) throw new Error(`Codex refuses ${method}: ${answer.error.message}`);
      return answer.result;
    }
    throw new Error(`Codex ended before it answered ${method}.`);
  };
  try {
    await request("initialize", { clientInfo: { name: "bench", title: "bench", version: "1" } });
    server.stdin.write(`${JSON.stringify({ method: "initialized" })}\n`);
    const { data } = (await request("hooks/list", { cwds: [folder] })) as Listed;
    const hooks = data.flatMap((one) => one.hooks);
    const state = Object.fromEntries(hooks.map(({ key, currentHash }) => [key, { trusted_hash: currentHash }]));
    const edits = [{ keyPath: "hooks.state", value: state, mergeStrategy: "upsert" }];
    await request("config/batchWrite", { edits });
    return hooks.length;
  } finally {
    server.kill();
  }
}

/** Hooks run inside an agent's turn: whatever happens here, the agent goes on. */
const mostBytes = 10 * 1024 * 1024;

/** `throughline hook`: reads the host's payload and is gone. */
export async function runHook(): Promise<void> {
  let bytes = 0;
  for await (const chunk of process.stdin) {
    bytes += (chunk as Buffer).length;
    if (bytes > mostBytes) break;
  }
}

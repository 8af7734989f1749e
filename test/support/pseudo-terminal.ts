import { type ChildProcessWithoutNullStreams, spawn, spawnSync } from "node:child_process";

/** Runs a command in its own terminal; reads lines of JSON on its input and prints what the terminal shows. */
const program = `
import fcntl, json, os, pty, select, struct, sys, termios
pid, master = pty.fork()
if pid == 0:
    os.execvp(sys.argv[1], sys.argv[1:])
def resize(columns, rows):
    fcntl.ioctl(master, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
resize(80, 24)
buffer = b""
while True:
    ready, _, _ = select.select([master, 0], [], [])
    if master in ready:
        try:
            data = os.read(master, 65536)
        except OSError:
            break
        if not data:
            break
        os.write(1, data)
    if 0 in ready:
        data = os.read(0, 65536)
        if not data:
            break
        buffer += data
        while b"\\n" in buffer:
            line, buffer = buffer.split(b"\\n", 1)
            message = json.loads(line)
            if "send" in message:
                os.write(master, message["send"].encode())
            else:
                resize(message["columns"], message["rows"])
`;

/** Whether this machine can create pseudo-terminals. */
export const hasPseudoTerminal = (): boolean =>
  process.platform !== "win32" && spawnSync("python3", ["-c", "import pty, fcntl, termios"]).status === 0;

/** A person at a terminal in which a command runs. */
export class PseudoTerminal {
  readonly ended: Promise<unknown>;
  readonly #child: ChildProcessWithoutNullStreams;
  #output = "";

  constructor(command: readonly string[], options: { readonly cwd: string; readonly env: NodeJS.ProcessEnv }) {
    this.#child = spawn("python3", ["-c", program, ...command], options);
    this.#child.stdout.setEncoding("utf8").on("data", (text: string) => {
      this.#output += text;
    });
    this.#child.stderr.resume();
    this.ended = new Promise((resolve) => this.#child.on("close", resolve));
  }

  /** Everything written to the terminal so far. */
  get output(): string {
    return this.#output;
  }

  type(keys: string): void {
    this.#child.stdin.write(`${JSON.stringify({ send: keys })}\n`);
  }

  resize(columns: number, rows: number): void {
    this.#child.stdin.write(`${JSON.stringify({ columns, rows })}\n`);
  }

  /** Waits until the text appears in the output after position `from`. */
  async shows(text: string, from = 0): Promise<void> {
    for (let waited = 0; waited < 60_000; waited += 20) {
      if (this.#output.includes(text, from)) return;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    throw new Error(`${text} is not among ${JSON.stringify(this.#output.slice(from))}`);
  }

  close(): void {
    this.#child.stdin.end();
  }
}

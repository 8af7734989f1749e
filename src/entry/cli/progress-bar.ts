import type { Call } from "../../domain/call.js";

const width = 24;

/** One line on the terminal that is rewritten with every step and cleared at the end. */
export function progressBar(terminal: Pick<NodeJS.WriteStream, "write">): Call["progress"] {
  return (done, of, message) => {
    const share = of ? Math.min(1, done / of) : 0;
    const bar = "█".repeat(Math.round(share * width)).padEnd(width, "░");
    const text = of ? `${bar} ${done} of ${of} ${message}` : `${done} ${message}`;
    terminal.write(`\r\u001b[2K${of && done >= of ? "" : text}`);
  };
}

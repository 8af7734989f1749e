const colors = {
  light: { back: "#eef0f4", terminal: "#ffffff", text: "#24292f", faint: "#6e7781", command: "#0550ae" },
  dark: { back: "#0d1117", terminal: "#161b22", text: "#e6edf3", faint: "#8b949e", command: "#79c0ff" },
} as const;

/** A page with a terminal that shows `transcript` in front of a picture of the web UI. */
export function openingPicture({ transcript, page, theme }: OpeningPicture): string {
  const { back, terminal, text, faint, command } = colors[theme];
  const lines = transcript
    .trimEnd()
    .split("\n")
    .map(
      (line) =>
        `<div class="${line.startsWith("$ ") ? "command" : line === "…" ? "faint" : ""}">${escapeHtml(line)}</div>`,
    );
  return `<!doctype html><style>
    body { margin: 0; background: ${back}; height: 640px; position: relative; overflow: hidden; }
    img { position: absolute; left: 300px; top: 28px; width: 952px; border-radius: 10px; box-shadow: 0 8px 40px #0004; }
    .terminal { position: absolute; left: 28px; bottom: 28px; width: 610px; padding: 14px 18px 18px; border-radius: 10px;
      background: ${terminal}; color: ${text}; box-shadow: 0 8px 40px #0006; font: 13px/1.5 monospace; }
    .terminal div { white-space: pre-wrap; overflow-wrap: anywhere; }
    .buttons { letter-spacing: 4px; color: ${faint}; }
    .command { color: ${command}; font-weight: bold; }
    .faint { color: ${faint}; }
  </style><img src="${page}" alt=""><div class="terminal"><div class="buttons">●●●</div>${lines.join("")}</div>`;
}

export interface OpeningPicture {
  readonly transcript: string;
  /** The address of a picture of the web UI. */
  readonly page: string;
  readonly theme: keyof typeof colors;
}

const escapeHtml = (text: string): string => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");

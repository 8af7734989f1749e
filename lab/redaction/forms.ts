// Recall and false alarms on lines of text, each with the secret that it holds. Prints counts, never a line.
// Usage: npx tsx lab/redaction/forms.ts FILE [options of public.ts]
// With THROUGHLINE_BENCH_CLONES it goes on with the strings of public scanners and with benign repositories.
// FILE has one object per line: {"text", "secret", "language", "form"}; a benign line has the secret null.
import { readFileSync } from "node:fs";
import { report } from "../../bench/support/report.js";
import { benchPublicSecrets } from "./public.js";
import { redact } from "../../src/domain/redaction/redact.js";

interface Line {
  readonly text: string;
  readonly secret: string | null;
  readonly language?: string;
  readonly form?: string;
}

const [file = "", ...options] = process.argv.slice(2);
const lines = readFileSync(file, "utf8")
  .split("\n")
  .filter((line) => line.trim() !== "")
  .map((line) => JSON.parse(line) as Line);

const isHidden = ({ text, secret }: Line) => !redact(text).text.includes(secret ?? "");
const isAlarm = ({ text }: Line) => redact(text).findings.length > 0;
const share = (part: number, whole: number) => (whole === 0 ? "–" : `${((100 * part) / whole).toFixed(1)} %`);

function reportBy(title: string, what: string, of: readonly Line[], counts: (line: Line) => boolean, keyOf: (line: Line) => string) {
  const groups = new Map<string, Line[]>();
  for (const line of of) groups.set(keyOf(line), [...(groups.get(keyOf(line)) ?? []), line]);
  const rows = [["all", [...of]] as const, ...[...groups].sort(([a], [b]) => (a < b ? -1 : 1))];
  report(
    title,
    ["", "lines", what, "share"],
    rows.map(([key, own]) => {
      const count = own.filter(counts).length;
      return [key, String(own.length), String(count), share(count, own.length)];
    }),
  );
}

const secrets = lines.filter(({ secret }) => secret !== null);
const benign = lines.filter(({ secret }) => secret === null);
reportBy("redaction: secrets by form", "hidden", secrets, isHidden, ({ form = "?" }) => form);
reportBy("redaction: secrets by language", "hidden", secrets, isHidden, ({ language = "?" }) => language);
reportBy("redaction: benign lines by form", "false alarms", benign, isAlarm, ({ form = "?" }) => form);
reportBy("redaction: benign lines by language", "false alarms", benign, isAlarm, ({ language = "?" }) => language);
if (process.env.THROUGHLINE_BENCH_CLONES) benchPublicSecrets(options);

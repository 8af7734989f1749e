// Quality of diagnosis on labeled outputs of real tools: right, empty, unknown, wrong, false alarms and calibration.
// Usage: npx tsx lab/diagnosis/run.ts [--mistakes]   (prints the mistakes of the tuning half)

import { isSameError } from "../../src/domain/errors/same-error.js";
import { calibrationError, reliability } from "./reliability.js";
import { type Case, type Half, readHalf } from "./cases.js";
import { claimsOf, type Judged, judge, misfiled, type Verdict } from "./score.js";

const print = (line: string) => process.stdout.write(`${line}\n`);
const percent = (part: number, of: number) => (of === 0 ? "–" : `${Math.round((100 * part) / of)} %`);
/** Packages whose tracebacks begin in the reader's code and end in theirs. */
const libraries = new Set(
  "library numpy flask jinja2 boto3 jsonschema pydantic networkx cryptography pandas requests sqlalchemy django redis-py pillow yaml click hypothesis aiohttp ajv arrow asyncio axios cheerio commander csv duckdb ejs express fastapi fastify graphql handlebars httpx i18next ioredis joi jwt knex kysely luxon lxml marshmallow mongoose openpyxl orjson pendulum pg polars pug pymongo redis regex rxjs scipy sequelize trio typer ws xmltodict zod".split(
    " ",
  ),
);

function report(half: Half): void {
  const cases = readHalf(half);
  const judged = cases.map(judge);
  const wrongHalf = misfiled(half, cases);
  print(`${half}: ${cases.length} outputs of ${new Set(cases.map(({ tool }) => tool)).size} tools`);
  if (wrongHalf.length > 0) print(`  in the wrong half: ${wrongHalf.join(", ")}`);
  const errors = judged.filter(({ verdict }) => verdict !== "silent" && verdict !== "false alarm");
  summarize("errors", errors);
  summarize(
    "tracebacks of libraries",
    errors.filter(({ one }) => libraries.has(one.tool)),
  );
  const calm = judged.filter(({ verdict }) => verdict === "silent" || verdict === "false alarm");
  print(`  no error: ${calm.length}, diagnosed anyway ${calm.filter(({ verdict }) => verdict !== "silent").length}`);
  const frames = judged.filter(({ one }) => one.frame !== undefined);
  const count = (verdict: Judged["frameVerdict"]) => frames.filter((one) => one.frameVerdict === verdict).length;
  print(`  own frame: right ${count("right")}, wrong ${count("wrong")}, none ${count("none")} of ${frames.length}`);
  printCalibration(judged);
  printSameErrors(cases);
  // Mistakes of the held-out half stay unseen, or it would no longer be held out.
  if (half === "tune" && process.argv.includes("--mistakes")) for (const one of judged) printMistake(one);
}

function summarize(title: string, judged: readonly Judged[]): void {
  const count = (verdict: Verdict) => judged.filter((one) => one.verdict === verdict).length;
  const answered = judged.filter(({ answer }) => answer.cause !== undefined);
  const right = answered.filter(({ verdict }) => verdict === "right").length;
  const shares = (["right", "empty", "unknown", "wrong"] as const).map(
    (verdict) => `${verdict} ${count(verdict)} (${percent(count(verdict), judged.length)})`,
  );
  print(`  ${title}: ${judged.length}, ${shares.join(", ")}; right when answered ${percent(right, answered.length)}`);
}

function printCalibration(judged: readonly Judged[]): void {
  const claims = claimsOf(judged);
  const bins = reliability(claims);
  for (const bin of bins) {
    print(`  said ${bin.confidence.toFixed(2)}: right ${bin.accuracy.toFixed(2)} of ${bin.guesses}`);
  }
  print(`  expected calibration error ${calibrationError(bins, claims.length).toFixed(3)}`);
}

/** Of the outputs that count as one error, so that the fix of one leads the answer to the other: how many have one cause. */
function printSameErrors(cases: readonly Case[]): void {
  const errors = cases.filter(({ causes }) => causes[0] !== "no-error");
  const pairs = errors
    .flatMap((one, i) => errors.slice(i + 1).map((other) => [one, other] as const))
    .filter(([one, other]) => isSameError(one.output, other.output));
  const right = pairs.filter(([one, other]) => one.causes.some((cause) => other.causes.includes(cause))).length;
  print(`  pairs of one error: ${pairs.length}, of one cause ${right}`);
}

function printMistake({ one, answer, verdict, frameVerdict }: Judged): void {
  const frame = frameVerdict === "wrong" ? ` frame ${answer.frame} instead of ${one.frame}` : "";
  if ((verdict === "right" || verdict === "silent") && frame === "") return;
  const cause = answer.cause ?? "nothing";
  print(`${one.tool}/${one.name} ${verdict}: ${cause}, expected ${one.causes.join(" or ")} ${one.names}${frame}`);
}

for (const half of ["tune", "held-out"] satisfies Half[]) report(half);

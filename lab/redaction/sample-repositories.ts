// Draws text files of public repositories, from which train-credentials.ts takes what is no credential.
// Usage: THROUGHLINE_BENCH_CLONES=<folder of clones> npx tsx lab/redaction/sample-repositories.ts OUT MEGABYTES owner/name…
//   OUT  a folder: one JSON list of {path, text} per repository
// Trained on: ansible-documentation, airflow, spark, superset, bitcoin, curl, django, docker/docs, aspnetcore, minsky, elixir,
// awesome-copilot, gitea, home-assistant.io, keycloak, kubernetes/website, laravel, nodejs/TSC and security-wg, openssl,
// parse-server, postgres, PowerShell, prometheus, rust-lang/rfcs, salt, spring-security, strapi, swift-evolution, next.js, zulip,
// hugo, flask, tokio, vuejs/core, nats-server, rubocop, nomad, composer, clap, cassandra, jekyll.
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { seededRandom } from "../../test/redaction/random.js";
import { openRepository } from "./open-repository.js";

const isText =
  /\.(?:py|tsx?|jsx?|mjs|go|rs|java|mdx?|rst|adoc|ya?ml|toml|json|rb|php|sh|html|txt|cfg|ini|conf|properties|env|sql|xml|c|h|cs|po|tf|erb|twig|gradle|cmake|pl|vue|svelte|csv)$|(?:^|\/)(?:Dockerfile|Makefile|README|CHANGELOG)[^/]*$/i;
const isWritten = (path: string) =>
  !/\.min\.js$|package-lock|yarn\.lock|pnpm-lock|go\.sum|(?:^|\/)(?:vendor|node_modules)\//.test(path);
const maxFile = 400_000;

const [out = "", megabytes = "6", ...names] = process.argv.slice(2);
mkdirSync(out, { recursive: true });
for (const name of names) {
  const random = seededRandom(7);
  const files = (openRepository(name)?.files(isText) ?? []).filter(({ path, text }) => isWritten(path) && text.length < maxFile);
  let left = Number(megabytes) * 1e6;
  const drawn: typeof files = [];
  while (left > 0 && files.length > 0) {
    const [file] = files.splice(random.below(files.length), 1);
    if (!file || file.text.includes("\0")) continue;
    drawn.push(file);
    left -= file.text.length;
  }
  writeFileSync(join(out, `${name.replace("/", "+")}.json`), JSON.stringify(drawn));
  console.log(name, drawn.length);
}

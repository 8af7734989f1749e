import { tokensOf } from "../../../base/text/tokens.js";

/** Words that developers use interchangeably. Each word of a line also matches the others, with a lower weight. */
const lines = `
auth authentication authorization login signin
db database
config configuration settings
repo repository
env environment
dependency package library
postgres postgresql
k8s kubernetes
js javascript
ts typescript
py python
dir directory folder
param parameter argument
fn function method
err error failure exception
msg message
perf performance slow latency
ci pipeline build
deploy deployment release rollout
prod production
dev development
doc documentation
retrieve fetch load
remove delete drop
crash abort panic
hang freeze stuck deadlock
flaky intermittent unstable
secret credential password token
endpoint route api
lint linter
upgrade update bump
migrate migration schema
cache memoize
queue job worker
webhook callback
ui frontend page
recent latest last
`;

let byToken: ReadonlyMap<string, readonly string[]> | undefined;

/** Parsed on first use: most processes never search. */
export function synonymsOf(token: string): readonly string[] {
  byToken ??= readLines();
  return byToken.get(token) ?? [];
}

function readLines(): Map<string, readonly string[]> {
  const synonyms = new Map<string, readonly string[]>();
  for (const line of lines.trim().split("\n")) {
    const tokens = [...new Set(tokensOf(line))];
    for (const token of tokens) {
      const others = tokens.filter((other) => other !== token);
      synonyms.set(token, [...(synonyms.get(token) ?? []), ...others]);
    }
  }
  return synonyms;
}

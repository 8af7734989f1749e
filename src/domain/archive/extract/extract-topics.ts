/** Topics by the words that name them: whole words, so that "latest" is no test and "interest" no REST. */
const topics: Readonly<Record<string, RegExp>> = {
  authentication: /\b(auth\w*|log ?in|sign ?in|oauth|sessions? cookies?|passwords?)\b/i,
  database:
    /\b(databases?|db|sql|postgres\w*|mysql|mongo\w*|sqlite|redis|connections?|pools?|quer(?:y|ies)|migrations?)\b/i,
  api: /\b(apis?|endpoints?|rest|graphql|grpc|webhooks?)\b/i,
  testing: /\b(tests?|testing|tested|jest|mocha|vitest|pytest|junit|cypress|playwright|e2e|coverage)\b/i,
  debugging: /\b(errors?|bugs?|fix(?:es|ed|ing)?|issues?|problems?|crash\w*|debug\w*)\b/i,
  deployment:
    /\b(deploy\w*|ci\/cd|ci|docker\w*|kubernetes|k8s|helm|kubectl|terraform|ansible|rollouts?|rollbacks?|releases?)\b/i,
  javascript: /\b(typescript|javascript|node(?:\.?js)?|npm|pnpm|yarn|deno|bun|webpack|vite|esbuild|rollup|eslint)\b/i,
  frontend: /\b(react|vue|angular|svelte|frontend|browser|dom)\b/i,
  styling: /\b(css|styles?|styling|tailwind|sass|scss)\b/i,
  security: /\b(security|secure|encrypt\w*|hash(?:es|ing)?|tokens?|jwt|xss|csrf|secrets?|vulnerab\w*)\b/i,
  performance:
    /\b(performance|optimi[sz]\w*|speed|slow|latency|cach(?:e|es|ed|ing)|lru|ttl|throughput|bottlenecks?|benchmarks?|memory leaks?)\b/i,
  "version-control":
    /\b(git|github|gitlab|branch(?:es)?|merge[ds]?|rebase|commits?|diffs?|pull requests?|cherry-pick\w*)\b/i,
};

export const extractTopics = (text: string): string[] =>
  Object.entries(topics)
    .filter(([, words]) => words.test(text))
    .map(([name]) => name);

/** Upper bounds in seconds; a search of a large tenant is in the middle. */
const buckets = [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10, Number.POSITIVE_INFINITY];

interface Latency {
  /** Calls that took at most as long as each bucket says; the last counts all. */
  readonly counts: readonly number[];
  readonly sum: number;
}

export type Gauge = readonly [name: string, help: string, read: () => number];

/** Metrics of one server process in the Prometheus text format. They do not name tenants. */
export type Metrics = ReturnType<typeof createMetrics>;

export type TurnedAway = "unauthenticated" | "forbidden" | "rate_limited" | "overloaded" | "too_large" | "unavailable";

export function createMetrics() {
  const calls = new Map<string, number>();
  const statuses = new Map<string, number>();
  const away = new Map<string, number>();
  const latencies = new Map<string, Latency>();
  return {
    /** Counts a tool call and its duration; `result` is `ok` or an error code. */
    called(tool: string, result: string, seconds: number): void {
      add(calls, labels({ tool, result }));
      const { counts, sum } = latencies.get(tool) ?? { counts: [], sum: 0 };
      const isWithin = buckets.map((end) => Number(seconds <= end));
      latencies.set(tool, { counts: isWithin.map((one, i) => one + (counts[i] ?? 0)), sum: sum + seconds });
    },

    /** Counts an answer by its HTTP status. */
    answered: (status: number): void => add(statuses, labels({ status: String(status) })),

    /** Counts a request that was refused before any tool ran. */
    turnedAway: (why: TurnedAway): void => add(away, labels({ reason: why })),

    text: (gauges: readonly Gauge[]): string =>
      [
        ...family("throughline_http_responses_total", "counter", "Answers by HTTP status.", samples(statuses)),
        ...family("throughline_tool_calls_total", "counter", "Calls of tools by result.", samples(calls)),
        ...family("throughline_turned_away_total", "counter", "Requests refused before any tool.", samples(away)),
        ...family("throughline_tool_seconds", "histogram", "Duration of tool calls.", histogram(latencies)),
        ...gauges.flatMap(([name, help, read]) => family(name, "gauge", help, [["", read()]])),
        "",
      ].join("\n"),
  };
}

type Sample = readonly [labels: string, value: number];

const add = (counts: Map<string, number>, key: string) => void counts.set(key, (counts.get(key) ?? 0) + 1);
const samples = (counts: ReadonlyMap<string, number>): Sample[] => [...counts].sort(([a], [b]) => (a < b ? -1 : 1));

const family = (name: string, type: string, help: string, all: readonly Sample[]): string[] => [
  `# HELP ${name} ${help}`,
  `# TYPE ${name} ${type}`,
  ...all.map(([labels, value]) => `${name}${labels} ${value}`),
];

/** Tool names and codes are ours: nothing in them needs escaping. */
const labels = (pairs: Readonly<Record<string, string>>) =>
  `{${Object.entries(pairs)
    .map(([name, value]) => `${name}="${value}"`)
    .join(",")}}`;

const histogram = (latencies: ReadonlyMap<string, Latency>): Sample[] =>
  [...latencies].flatMap(([tool, { counts, sum }]): Sample[] => [
    ...counts.map((count, i): Sample => [`_bucket${labels({ tool, le: boundOf(buckets[i]) })}`, count]),
    [`_sum${labels({ tool })}`, sum],
    [`_count${labels({ tool })}`, counts.at(-1) ?? 0],
  ]);

const boundOf = (seconds = Number.POSITIVE_INFINITY): string => String(seconds).replace("Infinity", "+Inf");

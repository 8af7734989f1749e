import { describe, expect, it } from "vitest";
import { createMetrics } from "./metrics.js";

describe("metrics", () => {
  it("are in the Prometheus text format", () => {
    const metrics = createMetrics();
    metrics.called("memory_search", "ok", 0.004);
    metrics.called("memory_search", "ok", 0.2);
    metrics.called("memory_search", "UNAUTHORIZED", 20);
    metrics.turnedAway("rate_limited");
    const text = metrics.text([["things", "How many.", () => 7]]);
    for (const line of [
      'throughline_tool_calls_total{tool="memory_search",result="ok"} 2',
      'throughline_tool_calls_total{tool="memory_search",result="UNAUTHORIZED"} 1',
      'throughline_turned_away_total{reason="rate_limited"} 1',
      'throughline_tool_seconds_bucket{tool="memory_search",le="0.002"} 0',
      'throughline_tool_seconds_bucket{tool="memory_search",le="0.005"} 1',
      'throughline_tool_seconds_bucket{tool="memory_search",le="10"} 2',
      'throughline_tool_seconds_bucket{tool="memory_search",le="+Inf"} 3',
      'throughline_tool_seconds_count{tool="memory_search"} 3',
      "# TYPE things gauge",
      "things 7",
    ]) {
      expect(text.split("\n")).toContain(line);
    }
    expect(text.endsWith("\n")).toBe(true);
  });
});

import { expect, it } from "vitest";
import { mayHoldToken } from "./may-hold-token.js";

it.each([
  ["/home/dev/work/throughline-service-templates", false],
  ["/home/dev/.claude/projects/-work/0c9f3f0e-8a4b-4a53-9d51-0d8a5f2a7b11.jsonl", false],
  ["p_0123456789abcdef", false],
  ["mem_01m4gzrqeax8k2v9q0t7c3yz5r", false],
  ["mem_01m4gzrqeax8k2v9q0t7c3yz5r8k2v9q0t", true],
  ["rollout-2026-03-02T09-00-00", false],
  ["/work/ghp_a8Kd02LmXq91ZtRv7PsWyB34NcEuHj56Tiof", true],
  ["remote:host/AKIAIOSFODNN7EXAMPLE/app", true],
])("%s may hold a token: %s", (name, expected) => {
  expect(mayHoldToken(name)).toBe(expected);
});

import type { Tone } from "../../components/badge.js";

export interface Run {
  readonly subAgentId: string;
  readonly kind: string;
  readonly repo: string;
  readonly request: string;
  readonly status: string;
  readonly agent: string | null;
  readonly startedAt: string;
  readonly endedAt: string | null;
  readonly durationMs: number;
  readonly tokens: number;
  readonly cost: number;
  readonly error: string | null;
}

export const isLiveRun = ({ status }: Run): boolean => status === "running" || status === "waiting";

export const statusTones: Readonly<Record<string, Tone>> = {
  done: "good",
  failed: "bad",
  lost: "bad",
  running: "accent",
  waiting: "accent",
  cancelled: "plain",
};

const money = new Intl.NumberFormat("en", { style: "currency", currency: "USD", maximumFractionDigits: 3 });
export const dollars = (cost: number): string => money.format(cost);

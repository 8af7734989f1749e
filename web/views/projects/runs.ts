import type { RunRow } from "../../../src/surface/http/api-types.js";
import type { Tone } from "../../components/badge.js";

export const isLiveRun = ({ status }: RunRow): boolean => status === "running" || status === "waiting";

export const statusTones: Readonly<Record<string, Tone>> = {
  done: "good",
  failed: "bad",
  lost: "bad",
  running: "accent",
  waiting: "accent",
  cancelled: "plain",
};

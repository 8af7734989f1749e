import { monitorEventLoopDelay } from "node:perf_hooks";
import type { PoolUse } from "../../engine/sql.js";
import type { AdmissionControl } from "../../surface/service/admission.js";
import type { Gauge } from "../../surface/service/metrics.js";

/** Memory, CPU time, event loop, connections and load of a server process. */
export const processGauges = (admission: AdmissionControl, pool: () => PoolUse | undefined): Gauge[] => [
  [
    "throughline_event_loop_delay_seconds",
    "99th percentile of the event loop's delay since the last reading.",
    readLoopDelay,
  ],
  ["throughline_database_connections_in_use", "Connections to the database in use.", () => pool()?.inUse ?? 0],
  ["throughline_database_connections_max", "Maximum connections to the database.", () => pool()?.max ?? 0],
  [
    "throughline_database_waiting",
    "Statements that wait for a connection to the database.",
    () => pool()?.waiting ?? 0,
  ],
  ["throughline_requests_inside", "Requests in progress.", () => admission.inside],
  ["throughline_requests_waiting", "Queued requests.", () => admission.waiting],
  ["process_resident_memory_bytes", "Resident memory of the process, in bytes.", () => process.memoryUsage.rss()],
  ["throughline_heap_bytes", "Used JavaScript heap, in bytes.", () => process.memoryUsage().heapUsed],
  ["process_cpu_seconds_total", "Processor time.", readCpuSeconds],
  ["process_uptime_seconds", "Seconds since the process started.", () => process.uptime()],
];

const loopDelay = monitorEventLoopDelay({ resolution: 20 });
loopDelay.enable();

function readLoopDelay(): number {
  const seconds = loopDelay.percentile(99) / 1e9;
  loopDelay.reset();
  return seconds;
}

function readCpuSeconds(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
}

import { monitorEventLoopDelay } from "node:perf_hooks";
import type { PoolUse } from "../../engine/sql.js";
import type { AdmissionControl } from "../../surface/service/admission.js";
import type { Gauge } from "../../surface/service/metrics.js";

/** Memory, CPU time, event loop, connections and load of a server process. */
export const processGauges = (admission: AdmissionControl, pool: () => PoolUse | undefined): Gauge[] => [
  {
    name: "throughline_event_loop_delay_seconds",
    help: "99th percentile of the event loop's delay since the last reading.",
    read: readLoopDelay,
  },
  {
    name: "throughline_database_connections_in_use",
    help: "Connections to the database in use.",
    read: () => pool()?.inUse ?? 0,
  },
  {
    name: "throughline_database_connections_max",
    help: "Maximum connections to the database.",
    read: () => pool()?.max ?? 0,
  },
  {
    name: "throughline_database_waiting",
    help: "Statements that wait for a connection to the database.",
    read: () => pool()?.waiting ?? 0,
  },
  { name: "throughline_requests_inside", help: "Requests in progress.", read: () => admission.inside },
  { name: "throughline_requests_waiting", help: "Queued requests.", read: () => admission.waiting },
  {
    name: "process_resident_memory_bytes",
    help: "Resident memory of the process, in bytes.",
    read: () => process.memoryUsage.rss(),
  },
  {
    name: "throughline_heap_bytes",
    help: "Used JavaScript heap, in bytes.",
    read: () => process.memoryUsage().heapUsed,
  },
  { name: "process_cpu_seconds_total", help: "Processor time.", read: () => cpuSeconds() },
  { name: "process_uptime_seconds", help: "Seconds since the process started.", read: () => process.uptime() },
];

const loopDelay = monitorEventLoopDelay({ resolution: 20 });
loopDelay.enable();

function readLoopDelay(): number {
  const seconds = loopDelay.percentile(99) / 1e9;
  loopDelay.reset();
  return seconds;
}

function cpuSeconds(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
}

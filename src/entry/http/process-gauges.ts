import type { AdmissionControl } from "../../surface/service/admission.js";
import type { Gauge } from "../../surface/service/metrics.js";

/** Memory, CPU time and load of a server process. */
export const processGauges = (admission: AdmissionControl): Gauge[] => [
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

function cpuSeconds(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
}

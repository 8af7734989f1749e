import type { AdmissionControl } from "../../surface/service/admission.js";
import type { Gauge } from "../../surface/service/metrics.js";

/** What a server process weighs, and how full it is. */
export const processGauges = (admission: AdmissionControl): Gauge[] => [
  { name: "throughline_requests_inside", help: "Requests being worked on.", read: () => admission.inside },
  { name: "throughline_requests_waiting", help: "Requests waiting to be worked on.", read: () => admission.waiting },
  { name: "process_resident_memory_bytes", help: "Memory of the process.", read: () => process.memoryUsage.rss() },
  { name: "throughline_heap_bytes", help: "JavaScript objects in use.", read: () => process.memoryUsage().heapUsed },
  { name: "process_cpu_seconds_total", help: "Processor time.", read: () => cpuSeconds() },
  { name: "process_uptime_seconds", help: "Since the start.", read: () => process.uptime() },
];

function cpuSeconds(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
}

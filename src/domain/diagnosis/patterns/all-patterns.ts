import type { FailurePattern } from "../failure-pattern.js";
import { buildPatterns } from "./build.js";
import { databasePatterns } from "./database.js";
import { dependencyPatterns } from "./dependency.js";
import { dnsPatterns, networkPatterns, tlsPatterns } from "./network.js";
import { jvmPatterns, nodePatterns, otherRuntimePatterns, pythonPatterns } from "./runtimes.js";
import { concurrencyPatterns, diskPatterns, encodingPatterns, memoryPatterns, permissionPatterns } from "./system.js";
import { configPatterns, containerPatterns, gitPatterns, testPatterns } from "./tools.js";

export const allPatterns: readonly FailurePattern[] = [
  ...networkPatterns,
  ...dnsPatterns,
  ...tlsPatterns,
  ...databasePatterns,
  ...dependencyPatterns,
  ...buildPatterns,
  ...permissionPatterns,
  ...diskPatterns,
  ...memoryPatterns,
  ...encodingPatterns,
  ...concurrencyPatterns,
  ...gitPatterns,
  ...containerPatterns,
  ...testPatterns,
  ...configPatterns,
  ...nodePatterns,
  ...pythonPatterns,
  ...jvmPatterns,
  ...otherRuntimePatterns,
];

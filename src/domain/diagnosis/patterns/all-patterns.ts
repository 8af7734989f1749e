import type { FailurePattern } from "../failure-pattern.js";
import { buildPatterns } from "./build.js";
import { compilerPatterns } from "./compilers.js";
import { branchPatterns, certificatePatterns, socketPatterns } from "./connections.js";
import { databasePatterns } from "./database.js";
import { databaseServerPatterns } from "./database-servers.js";
import { dependencyPatterns } from "./dependency.js";
import { cloudPatterns, dockerPatterns, infrastructurePatterns, provisioningPatterns } from "./infrastructure.js";
import {
  assignmentPatterns,
  cppPatterns,
  expectationPatterns,
  languagePatterns,
  memorySafetyPatterns,
} from "./languages.js";
import {
  dotnetPatterns,
  flutterPatterns,
  frameworkPatterns,
  pythonLibraryPatterns,
  railsPatterns,
  webPatterns,
} from "./libraries.js";
import { dnsPatterns, networkPatterns, tlsPatterns } from "./network.js";
import { packagePatterns } from "./packages.js";
import { jvmPatterns, nodePatterns, otherRuntimePatterns, pythonPatterns } from "./runtimes.js";
import { archivePatterns, jqPatterns, shellPatterns, sshPatterns, systemPatterns } from "./shells.js";
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
  ...compilerPatterns,
  ...pythonLibraryPatterns,
  ...frameworkPatterns,
  ...dotnetPatterns,
  ...webPatterns,
  ...railsPatterns,
  ...flutterPatterns,
  ...shellPatterns,
  ...archivePatterns,
  ...sshPatterns,
  ...systemPatterns,
  ...jqPatterns,
  ...infrastructurePatterns,
  ...provisioningPatterns,
  ...cloudPatterns,
  ...databaseServerPatterns,
  ...packagePatterns,
  ...languagePatterns,
  ...assignmentPatterns,
  ...expectationPatterns,
  ...branchPatterns,
  ...socketPatterns,
  ...certificatePatterns,
  ...memorySafetyPatterns,
  ...cppPatterns,
  ...dockerPatterns,
];

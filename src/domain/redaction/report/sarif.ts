import type { SecretLocation } from "./scan-secrets.js";

/** The locations in the format that code hosts show next to a change (SARIF 2.1.0). */
export const toSarif = (places: readonly SecretLocation[], version: string): unknown => ({
  $schema: "https://json.schemastore.org/sarif-2.1.0.json",
  version: "2.1.0",
  runs: [
    {
      tool: {
        driver: {
          name: "throughline",
          version,
          rules: [...new Set(places.map(({ rule }) => rule))].map((id) => ({ id })),
        },
      },
      results: places.map(({ rule, where, line, column, fingerprint }) => ({
        ruleId: rule,
        level: "error",
        message: { text: `Secret detected by rule ${rule}.` },
        partialFingerprints: { secret: fingerprint },
        locations: [
          { physicalLocation: { artifactLocation: { uri: where }, region: { startLine: line, startColumn: column } } },
        ],
      })),
    },
  ],
});

import { aiServices } from "./ai-services.js";
import { cloudPlatforms } from "./cloud-platforms.js";
import { codeHosting } from "./code-hosting.js";
import { commerceAndFinance } from "./commerce-and-finance.js";
import { communication } from "./communication.js";
import { developerServices } from "./developer-services.js";
import { furtherTokens } from "./further-tokens.js";
import type { Rule } from "./rule.js";

/** Every token pattern that is detected by default; forms that need code of their own are in `detectors/`. */
export const defaultRules: readonly Rule[] = [
  ...aiServices,
  ...cloudPlatforms,
  ...codeHosting,
  ...communication,
  ...commerceAndFinance,
  ...developerServices,
  ...furtherTokens,
];

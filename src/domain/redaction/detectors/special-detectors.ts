import type { Detector } from "../scan/scan.js";
import { authorizationHeader, bearerToken, keyHeader, sessionCookie } from "./auth-header.js";
import { curlCommand } from "./curl-command.js";
import { jsonWebKey, jsonWebToken, wrappedJsonWebToken } from "./json-web-token.js";
import { kubernetesSecret } from "./kubernetes-secret.js";
import { privateKey, puttyKey } from "./private-key.js";
import { urlCredentials } from "./url-credentials.js";
import { writtenForms } from "./written-forms.js";

/** Forms that no row of the rule table describes: each has its keywords and its own parser. */
export const specialDetectors: readonly Detector[] = [
  privateKey,
  puttyKey,
  jsonWebToken,
  wrappedJsonWebToken,
  urlCredentials,
  authorizationHeader,
  bearerToken,
  keyHeader,
  curlCommand,
  kubernetesSecret,
  sessionCookie,
  jsonWebKey,
  ...writtenForms,
];

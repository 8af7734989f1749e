import type { Detector } from "../scan/scan.js";
import { authorizationHeader, bearerToken, keyHeader } from "./auth-header.js";
import { commandFlag } from "./command-flag.js";
import { commandPasswords } from "./command-password.js";
import { azureKey, goDataSource, signedLink, sqlPassword } from "./connection-string.js";
import { curlCommand } from "./curl-command.js";
import { jsonWebToken, wrappedJsonWebToken } from "./json-web-token.js";
import { kubernetesSecret } from "./kubernetes-secret.js";
import { comparedValue, dockerVariable, jsonWebKey, pairedValue, pgpassLine, variableDefault } from "./paired-value.js";
import { privateKey } from "./private-key.js";
import { puttyKey } from "./putty-key.js";
import { spokenPassword, spokenToken } from "./spoken-secret.js";
import { basicLogin, netrcPassword, nugetPassword, sessionCookie } from "./stored-login.js";
import { urlCredentials } from "./url-credentials.js";

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
  commandFlag,
  ...commandPasswords,
  spokenPassword,
  spokenToken,
  azureKey,
  goDataSource,
  signedLink,
  sqlPassword,
  nugetPassword,
  netrcPassword,
  basicLogin,
  sessionCookie,
  pairedValue,
  comparedValue,
  variableDefault,
  dockerVariable,
  pgpassLine,
  jsonWebKey,
];

import { wordList } from "../scan/word-list.js";

/** Rules that are code rather than rows of the table. */
export const specialRuleIds = wordList(`
  authorization-header azure-connection-string basic-login command-flag command-password connection-string
  curl-auth-header curl-auth-user database-password database-url discord-bot-token env-assignment gcp-service-account
  generic-api-key json-web-key jwt jwt-base64 kubernetes-secret-yaml mongodb-connection-string netrc-password
  nuget-config-password paired-value password-assignment private-key session-cookie sidekiq-sensitive-url signed-link
  spoken-secret told-code told-phrase url-credentials
`);

import { assigned, prefixed, type Rule, uuidPattern } from "./rule.js";

/** Like a UUID, with any lower-case letters as digits. */
const lowerUuidPattern = "lowernum*8 '-' lowernum*4 '-' lowernum*4 '-' lowernum*4 '-' lowernum*12";

/** Hashes of passwords behind a user's name, as `/etc/shadow` and `.htpasswd` have them. */
const passwordHashes: readonly Rule[] = [
  prefixed("password-hash", [":$1$", ":$5$", ":$6$", ":$y$", ":$7$", ":$apr1$"], "crypt*1..32 '$' crypt*20..", {
    open: "both",
  }),
  prefixed("password-hash", [":$5$", ":$6$"], "'rounds=' digit*3..9 '$' crypt*1..32 '$' crypt*20..", { open: "both" }),
  prefixed("password-hash", ":$y$", "crypt*1..8 '$' crypt*1..32 '$' crypt*20..", { open: "both" }),
  prefixed("password-hash", [":$2a$", ":$2b$", ":$2y$"], "digit*2 '$' crypt*53", { open: "both" }),
];

/** The first three characters of a user's number in base64, which begins every token of a bot. */
const discordStarts = ["MD", "MT", "Mj", "Mz", "ND", "NT", "Nj", "Nz", "OD", "OT"].flatMap((two) =>
  [..."AEIMQUYcgk"].map((third) => two + third),
);

/** Numbers of Telegram's bots have eight to ten digits; in addresses `bot` comes before them. */
const telegramTokens: readonly Rule[] = [8, 9, 10].flatMap((digits) =>
  ["", "'bot' "].map((lead) =>
    prefixed("telegram-bot-token", ":AA", "slug*33", { lead: `${lead}digit*${digits}`, entropy: 3.5 }),
  ),
);

/** Tokens with a distinctive prefix that the public rule sets do not have. */
export const furtherTokens: readonly Rule[] = [
  prefixed("docker-hub-pat", "dckr_pat_", "slug*20..64", { entropy: 3, open: "left" }),
  prefixed("docker-hub-org-token", "dckr_oat_", "slug*20..64", { entropy: 3, open: "left" }),
  prefixed("anthropic-oauth-token", ["sk-ant-oat01-", "sk-ant-ort01-", "sk-ant-sid01-", "sk-ant-sid02-"], "slug*40.."),
  prefixed("google-oauth-client-secret", "GOCSPX-", "slug*28", { entropy: 3 }),
  prefixed("google-oauth-access-token", "ya29.", "slug*30..", { entropy: 3.5 }),
  prefixed("google-oauth-refresh-token", "1//0", "slug*38..128", { entropy: 3.5 }),
  prefixed("aws-session-token", ["IQoJb3JpZ2lu", "FwoGZXIvYXdz"], "base64eq*100..", { entropy: 4 }),
  prefixed("bitbucket-app-password", "ATBB", "alnum*24..36", { entropy: 3, digit: true }),
  prefixed("bitbucket-repository-token", "ATCTT3", "slugeq*150..250", { entropy: 3.5 }),
  prefixed("crates-io-token", "cio", "alnum*32", { entropy: 3.5, digit: true }),
  prefixed(
    "discord-webhook-url",
    ["discord.com/api/webhooks/", "discordapp.com/api/webhooks/"],
    "digit*17..20 '/' slug*60..72",
    { open: "both" },
  ),
  prefixed("jetbrains-permanent-token", "perm:", "slugeq*10..100 '.' slugeq*4..100 '.' slugeq*20..200", {
    entropy: 3.5,
  }),
  prefixed("langsmith-api-key", ["lsv2_pt_", "lsv2_sk_"], "lowerhex*32 '_' lowerhex*10", { entropy: 3 }),
  prefixed("neon-api-key", "napi_", "lowernum*60..70", { entropy: 3.5 }),
  prefixed("pinecone-api-key", "pcsk_", "word*60..80", { entropy: 3.5 }),
  prefixed("resend-api-key", "re_", "alnum*8 '_' alnum*24", { entropy: 3.5 }),
  prefixed("square-oauth-secret", "sq0csp-", "slug*40..60", { entropy: 3 }),
  prefixed("stripe-webhook-secret", "whsec_", "base64eq*32..64", { entropy: 3 }),
  prefixed("supabase-access-token", "sbp_", "lowerhex*40", { entropy: 3 }),
  prefixed("supabase-secret-key", "sb_secret_", "slug*22..64", { entropy: 3 }),
  prefixed(
    "tailscale-key",
    ["tskey-api-", "tskey-auth-", "tskey-client-", "tskey-webhook-"],
    "alnum*8..32 '-' alnum*16..64",
    { entropy: 3 },
  ),
  ...passwordHashes,
  ...telegramTokens,
  prefixed("discord-bot-token", discordStarts, "slug*21..23 '.' slug*6 '.' slug*27..38", { entropy: 4 }),
  prefixed("mailchimp-api-key", "-us", "digit*1..2", {
    lead: "lowerhex*32",
    entropy: 3,
    notAfter: ["mailchimpsdk.initialize(token: "],
  }),
  prefixed("wakatime-api-key", "waka_", uuidPattern),
  assigned("softlayer-api-key", ["softlayer", "sl_api", "sl-api", "slapi", "sl_key", "sl-key"], "lowernum*64"),
  prefixed("softlayer-api-key", "api.softlayer.com/soap/", "'v3/'|'v3.1/' lowernum*64", { open: "left" }),
  assigned("ibm-cloud-api-key", ["ibm", "cloud_iam", "cloud-iam", "iam_api", "cloud-api", "cloud_api"], "slug*44"),
  assigned("cloudant-password", ["cloudant", "clou_"], "lowernum*64"),
  assigned("vault-secret-id", ["secret_id", "secretid"], uuidPattern, {
    near: ["role_id", "roleid", "approle", "vault"],
  }),
  prefixed("launchdarkly-key", ["api-", "sdk-"], lowerUuidPattern, { digit: true }),
  prefixed("pganalyze-api-key", "pgar_", "alnum*27..40"),
  prefixed("spectralops-token", ["spu-", "sps-"], "lowerhex*32", { entropy: 3 }),
  prefixed("besttime-private-key", "pri_", "lowerhex*32", { entropy: 3 }),
  prefixed("aws-appsync-key", "da2-", "lowernum*26", { entropy: 2.5 }),
  prefixed("apify-api-token", "apify_api_", "alnum*30..42", { entropy: 3 }),
  prefixed("atlassian-data-center-token", "BBDC-", "base64*40..48", { entropy: 3 }),
  prefixed("brevo-smtp-key", "xkeysmtp-", "lowerhex*64 '-' alnum*16", { entropy: 3 }),
  prefixed("buildkite-token", ["bkua_", "bkaa_", "bkat_"], "lowernum*36..64", { entropy: 3 }),
  prefixed("circleci-token", ["CCIPAT_", "CCIPRJ_"], "alnum*20..24 '_' lowerhex*40", { entropy: 3 }),
  prefixed("cloudinary-url", "cloudinary://", "digit*12..18 ':' slug*20..40", { open: "both" }),
  prefixed("contentful-personal-token", "CFPAT-", "slug*40..64", { entropy: 3 }),
  prefixed("deno-access-token", ["ddp_", "ddw_"], "alnum*36", { entropy: 3 }),
  prefixed("dropbox-token", "sl.u.", "slug*120..", { entropy: 4 }),
  prefixed("firecrawl-api-key", "fc-", "lowerhex*32", { entropy: 3 }),
  prefixed("fireworks-api-key", "fw_", "alnum*22..40", { entropy: 3.5, digit: true, random: true }),
  prefixed("hubspot-private-app-token", ["pat-na1-", "pat-na2-", "pat-eu1-"], uuidPattern, { anyCase: true }),
  prefixed("jina-api-key", "jina_", "slug*60", { entropy: 4 }),
  prefixed("langfuse-secret-key", "sk-lf-", uuidPattern, { entropy: 2 }),
  prefixed("linear-oauth-token", "lin_oauth_", "lowerhex*64", { entropy: 3 }),
  prefixed("mercadopago-access-token", "APP_USR-", "digit*14..18 '-' digit*6 '-' lowerhex*32 '-' digit*5..12", {
    entropy: 3,
  }),
  prefixed("netlify-personal-token", ["nfp_", "nfc_", "nfo_"], "alnum*36..40", { entropy: 3.5 }),
  prefixed("new-relic-key", ["NRIQ-", "NRAK-", "NRAA-", "NRII-", "NRBR-"], "slug*20..42", { entropy: 3 }),
  prefixed("paystack-secret-key", ["sk_live_", "sk_test_"], "lowerhex*40", { entropy: 3 }),
  prefixed("razorpay-key-id", ["rzp_live_", "rzp_test_"], "alnum*14", { entropy: 2.5 }),
  prefixed("render-api-key", "rnd_", "alnum*28..36", { entropy: 3.5 }),
  prefixed("rootly-token", "rootly_", "lowerhex*64", { entropy: 3 }),
  prefixed("tavily-api-key", "tvly-", "slug*32..48", { entropy: 3 }),
  prefixed("trello-token", "ATTA", "lowerhex*56..64 alnum*8..16", { entropy: 3 }),
  prefixed("xata-api-key", "xau_", "alnum*30..48", { entropy: 3.5 }),
  prefixed("zapier-webhook-url", "hooks.zapier.com/hooks/catch/", "digit*5..10 '/' alnum*6..16", { open: "both" }),
];

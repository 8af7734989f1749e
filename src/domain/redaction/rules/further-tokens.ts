import { prefixed, type Rule } from "./rule.js";
import { uuidShape } from "./uuid-shape.js";

/** Tokens with a telling prefix that the public rule sets do not name. */
export const furtherTokens: readonly Rule[] = [
  prefixed("docker-hub-pat", "dckr_pat_", "slug*20..64", { entropy: 3, open: "left" }),
  prefixed("docker-hub-org-token", "dckr_oat_", "slug*20..64", { entropy: 3, open: "left" }),
  prefixed("anthropic-oauth-token", ["sk-ant-oat01-", "sk-ant-ort01-", "sk-ant-sid01-", "sk-ant-sid02-"], "slug*40.."),
  prefixed("google-oauth-client-secret", "GOCSPX-", "slug*28", { entropy: 3 }),
  prefixed("google-oauth-access-token", "ya29.", "slug*30..", { entropy: 3.5 }),
  prefixed("google-oauth-refresh-token", "1//0", "slug*38..128", { entropy: 3.5 }),
  prefixed("aws-session-token", ["IQoJb3JpZ2lu", "FwoGZXIvYXdz"], "base64eq*100..", { entropy: 4 }),
  prefixed("bitbucket-app-password", "ATBB", "alnum*32", { entropy: 3 }),
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
  prefixed("telegram-bot-token", ":AA", "slug*33", { lead: "digit*10", entropy: 3.5 }),
  prefixed("wakatime-api-key", "waka_", uuidShape),
];

import { assigned, prefixed, type Rule } from "./rule.js";
import { uuidPattern } from "./uuid-pattern.js";

const lowerUuid = "lowernum*8 '-' lowernum*4 '-' lowernum*4 '-' lowernum*4 '-' lowernum*12";
const messagebirdWords = ["messagebird", "message-bird", "message_bird"];
const linkedinWords = ["linkedin", "linked_in", "linked-in"];

export const communication: readonly Rule[] = [
  prefixed("slack-app-token", "xapp-", "digit '-' alnum*1..64 '-' digit*1..64 '-' alnum*1..", {
    entropy: 2,
    anyCase: true,
    open: "both",
  }),
  prefixed("slack-bot-token", "xoxb-", "digit*10..13 '-' digit*10..13", { entropy: 2, open: "both" }),
  prefixed("slack-config-access-token", ["xoxe.xoxb-", "xoxe.xoxp-"], "digit '-' alnum*163..166", {
    entropy: 2,
    anyCase: true,
    open: "both",
  }),
  prefixed("slack-config-refresh-token", "xoxe-", "digit '-' alnum*146", { entropy: 2, anyCase: true, open: "both" }),
  prefixed("slack-legacy-bot-token", "xoxb-", "digit*8..14 '-' alnum*18..26", { entropy: 2, open: "both" }),
  prefixed("slack-legacy-token", ["xoxo-", "xoxs-"], "digit*1..64 '-' digit*1..64 '-' digit*1..64 '-' hex*1..", {
    entropy: 2,
    open: "both",
  }),
  prefixed("slack-legacy-workspace-token", ["xoxa-", "xoxr-"], "alnum*8..48", { entropy: 2, open: "both" }),
  prefixed("slack-legacy-workspace-token", ["xoxa-", "xoxr-"], "digit '-' alnum*8..48", { entropy: 2, open: "both" }),
  prefixed("slack-user-token", ["xoxp-", "xoxe-"], "digit*10..13 '-' digit*10..13 '-' digit*10..13 '-' dash*28..34", {
    entropy: 2,
    open: "both",
  }),
  prefixed("slack-session-token", "xoxc-", "digit*9..15 '-' digit*9..15 '-' digit*9..15 '-' lowerhex*64", {
    entropy: 3.5,
    open: "left",
  }),
  prefixed("slack-session-cookie", "xoxd-", "base64all*20..", { entropy: 3.5, open: "both" }),
  prefixed("slack-session-cookie", "xoxd-", "percent*100..", { entropy: 3.5, open: "both" }),
  prefixed("slack-webhook-url", "hooks.slack.com/", "'services/'|'workflows/'|'triggers/' base64*43..56", {
    open: "both",
  }),
  prefixed(
    "microsoft-teams-webhook",
    ".webhook.office.com/webhookb2/",
    `${lowerUuid} '@' ${lowerUuid} '/IncomingWebhook/' lowernum*32 '/' ${lowerUuid}`,
    { open: "both" },
  ),
  prefixed("facebook-access-token", ["|", "%"], "slug*27..40", { lead: "digit*15", entropy: 3 }),
  prefixed("facebook-access-token", ["|", "%"], "slug*27..40", { lead: "digit*16", entropy: 3 }),
  prefixed("facebook-page-access-token", ["EAAM", "EAAC"], "alnum*100..", { entropy: 4 }),
  prefixed("sendgrid-api-token", "SG.", "slugdot*66", { entropy: 2 }),
  prefixed("sendinblue-api-token", "xkeysib-", "lowerhex*64 '-' alnum*16", { entropy: 2 }),
  prefixed("intra42-client-secret", ["s-s4t2ud-", "s-s4t2af-"], "hex*64", { entropy: 3 }),
  prefixed("twilio-api-key", "SK", "hex*32", { entropy: 3, open: "both" }),
  assigned("beamer-api-token", "beamer", "'b_' slugeq*44"),
  assigned("discord-api-token", "discord", "hex*64"),
  assigned("discord-client-id", "discord", "digit*18", { entropy: 2 }),
  assigned("discord-client-secret", "discord", "slugeq*32", { entropy: 2 }),
  assigned("facebook-secret", "facebook", "hex*32", { entropy: 3 }),
  assigned("flickr-access-token", "flickr", "alnum*32"),
  assigned("hubspot-api-key", "hubspot", uuidPattern),
  assigned("intercom-api-key", "intercom", "slugeq*60"),
  assigned("linkedin-client-id", linkedinWords, "alnum*14", { entropy: 2 }),
  assigned("linkedin-client-secret", linkedinWords, "alnum*16", { entropy: 2 }),
  assigned("mailchimp-api-key", ["mailchimp", "mailchimpsdk.initialize"], "hex*32 '-us' digit*2"),
  assigned("mailgun-private-api-token", "mailgun", "'key-' hex*32"),
  assigned("mailgun-pub-key", "mailgun", "'pubkey-' hex*32"),
  assigned("mailgun-signing-key", "mailgun", "hexh*32 '-' hexh*8 '-' hexh*8"),
  assigned("mattermost-access-token", "mattermost", "alnum*26"),
  assigned("messagebird-api-token", messagebirdWords, "alnum*25"),
  assigned("messagebird-client-id", messagebirdWords, uuidPattern),
  assigned("sendbird-access-id", "sendbird", uuidPattern),
  assigned("sendbird-access-token", "sendbird", "hex*40"),
  assigned("telegram-bot-api-token", "telegr", "digit*5..16 ':A' slug*34"),
  assigned("twitch-api-token", "twitch", "alnum*30"),
  assigned("twitter-access-secret", "twitter", "alnum*45"),
  assigned("twitter-access-token", "twitter", "digit*15..25 '-' alnum*20..40"),
  assigned("twitter-api-key", "twitter", "alnum*25"),
  assigned("twitter-api-secret", "twitter", "alnum*50"),
  assigned("twitter-bearer-token", "twitter", "'AAAAAAAAAAAAAAAAAAAAAA' percent*80..100"),
  assigned("zendesk-secret-key", "zendesk", "alnum*40"),
];

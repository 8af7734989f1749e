import { assigned, prefixed, type Rule } from "./rule.js";

const openaiMarker = "T3BlbkFJ";

/** Every OpenAI key contains the same eight characters; the text around them shows its generation. */
function openaiKeys(): Rule[] {
  const kinds = ["proj", "svcacct", "admin"];
  const lengths = [74, 58, 20];
  const modern = kinds.flatMap((kind) =>
    lengths.map((length) =>
      prefixed("openai-api-key", openaiMarker, "slug*20", {
        lead: `'sk-${kind}-' slug*${length}`,
        entropy: 3,
        open: "right",
      }),
    ),
  );
  return [...modern, prefixed("openai-api-key", openaiMarker, "alnum*20", { lead: "'sk-' alnum*20", entropy: 3 })];
}

export const aiServices: readonly Rule[] = [
  ...openaiKeys(),
  prefixed("anthropic-api-key", "sk-ant-api03-", "slug*93 'AA'", { entropy: 3 }),
  prefixed("anthropic-admin-api-key", "sk-ant-admin01-", "slug*93 'AA'", { entropy: 3 }),
  prefixed("cerebras-api-key", "csk-", "alnum*48", { anyCase: true, entropy: 3 }),
  prefixed("groq-api-key", "gsk_", "alnum*52", { anyCase: true, entropy: 3 }),
  prefixed("huggingface-access-token", "hf_", "alpha*34", { entropy: 2 }),
  prefixed("huggingface-organization-api-token", "api_org_", "alpha*34", { entropy: 2 }),
  prefixed("nvidia-api-key", "nvapi-", "slug*60..70", { anyCase: true, entropy: 3.5 }),
  prefixed("openrouter-api-key", "sk-or-v1-", "hex*64", { anyCase: true, entropy: 3 }),
  prefixed("perplexity-api-key", "pplx-", "alnum*48", { entropy: 4 }),
  prefixed("posthog-personal-api-key", "phx_", "slug*47", { anyCase: true, entropy: 3 }),
  prefixed("posthog-project-api-key", "phc_", "slug*43", { anyCase: true, entropy: 3 }),
  prefixed("replicate-api-token", "r8_", "alnum*37", { anyCase: true, entropy: 3 }),
  prefixed("togetherai-api-key", "tgp_v1_", "slug*43", { anyCase: true, entropy: 3 }),
  prefixed("weights-and-biases-api-key-v1", "wandb_v1_", "word*77", { anyCase: true, entropy: 3 }),
  prefixed("xai-api-key", "xai-", "slug*70..120", { anyCase: true, entropy: 3.5 }),
  assigned("assemblyai-api-key", "assemblyai", "alnum*32", { entropy: 3 }),
  assigned("cohere-api-token", ["cohere", "co_api_key"], "alnum*40", { entropy: 4 }),
  assigned("cursor-api-key", "cursor", "'key_' hex*64", { entropy: 3 }),
  assigned("deepgram-api-key", "deepgram", "hex*40", { entropy: 3.3 }),
  assigned("deepseek-api-key", "deepseek", "'sk-' hex*32", { entropy: 3 }),
  assigned("elevenlabs-api-key", "elevenlabs", "'sk_' hex*48", { entropy: 3.5 }),
  assigned("greptile-api-key", "greptile", "base64*48", { entropy: 3.5 }),
  assigned("lighton-paradigm-api-key", ["lighton", "paradigm"], "slug*40..80", { entropy: 3 }),
  assigned("mistral-api-key", "mistral", "alnum*32", { entropy: 3 }),
  assigned("ollama-api-key", "ollama", "hex*32 '.' slug*24", { entropy: 3.5 }),
  assigned("privateai-api-token", ["privateai", "private_ai", "private-ai"], "lowernum*32", { entropy: 3 }),
  assigned("stability-ai-api-key", "stability", "'sk-' alnum*48", { entropy: 3.5 }),
  assigned("upstage-api-key", "upstage", "alnum*40..50", { entropy: 3 }),
  assigned("weights-and-biases-api-key", ["wandb", "weightsandbiases"], "hex*40", { entropy: 3 }),
];

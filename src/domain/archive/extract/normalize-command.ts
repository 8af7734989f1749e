const trivial = /^(ls|pwd|cd|echo|cat|head|tail|clear|true|which|wc|sleep|export)\b/;

/** A command as a pattern: the same for every file, number and message. Empty for trivial commands. */
export function normalizeCommand(command: string): string {
  const [line = ""] = command.trim().split("\n");
  const bare = line
    .replace(/^(?:cd\s+\S+\s*(?:&&|;)\s*)+/, "")
    .replace(/^(?:[A-Z_][A-Z0-9_]*=\S*\s+)+/, "")
    .replace(/\s+2>&1|\s+2>\/dev\/null|\s+\|\s*(?:head|tail|cat|less|tee)\b.*$/g, "")
    .replace(/"[^"]{25,}"|'[^']{25,}'/g, "<text>")
    .replace(/(-m|--message)\s+("[^"]*"|'[^']*')/g, "$1 <text>")
    .replace(/(^|\s)(?:\/|~\/)[^\s'"]+\/[^\s'"]*/g, "$1<path>")
    .replace(/\b[0-9a-f]{7,40}\b/g, "<id>")
    .replace(/\b\d{4,}\b/g, "<number>")
    .replace(/\s+/g, " ")
    .trim();
  if (bare === "" || (trivial.test(bare) && !bare.includes("&&"))) return "";
  return bare.length > 120 ? `${bare.slice(0, 117)}…` : bare;
}

const readOnlyPrograms =
  /^(?:sudo\s+)?(?:ls|ll|dir|pwd|cat|bat|head|tail|less|more|wc|rg|grep|egrep|ag|ack|find|fd|tree|which|where|type|file|stat|du|df|ps|top|env|printenv|date|whoami|uname|echo|printf|diff|jq|sort|uniq|cut|column|sed -n|awk|true|sleep|man|history|id|hostname)\b/;
const readOnlySubcommands =
  /^(?:git (?:status|log|diff|show|blame|branch|remote|rev-parse|describe|ls-files|grep|config --get|stash list)|(?:npm|pnpm|yarn) (?:view|info|ls|list|outdated|why|audit|search|config get)|pip (?:show|list|freeze)|cargo (?:tree|metadata|search)|go (?:list|env|doc|version)|docker (?:ps|images|logs|inspect|stats)|kubectl (?:get|describe|logs|top)|terraform (?:show|state list|output)|(?:\S+ )?--(?:version|help)|\S+ -(?:v|V|h))\b/;

/** Whether a command changes nothing: it cannot be the fix for what passes after it. */
export function isReadOnlyCommand(command: string): boolean {
  const parts = command
    .replace(/^(?:cd\s+\S+\s*(?:&&|;)\s*)+/, "")
    .split(/&&|\|\||;|\|/)
    .map((part) => part.trim())
    .filter(Boolean);
  return (
    parts.length > 0 &&
    parts.every((part) => readOnlyPrograms.test(part) || readOnlySubcommands.test(part)) &&
    !/(^|[^2&])>\s*[^&\s]/.test(command)
  );
}

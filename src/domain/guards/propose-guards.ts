import type { GuardForm } from "../../store/memory/guard.js";

/** Programs that a rule may name without quotes: none of them is a word of everyday language in such a place. */
const programs =
  "npm|pnpm|yarn|bun|npx|pip|pip3|pipenv|poetry|conda|pytest|jest|mocha|vitest|tsc|eslint|terraform|kubectl|helm|docker-compose|docker|git|gradle|mvn|brew|sudo|curl|wget|nodemon|cargo|composer|psql|redis-cli|aws|gcloud|rm";
const subcommands =
  "install|add|publish|push|commit|apply|destroy|deploy|run|test|build|audit|update|upgrade|rebase|stash|reset|clean|merge|compose|down|volume|prune|rm|delete|uninstall|migrate|drop";

const negation = String.raw`\b(?:never|don't|do not|must not|mustn't|should not|shouldn't|may not|no|not|avoid|nie|niemals|nicht|kein|keine|nunca|jamais|pas)\b`;
/** What may be between "never" and what it forbids. */
const between = String.raw`(?:\s+(?:ever|again|want|to|see|use|using|run|running|call|calling|execute|type|with|by|plain|bare|raw|the|a|any|commit|committing|nutzen|ausführen))*`;
const changing = `(?:edit|change|modify|touch|write|delete|remove|move|rename|overwrite|editing|changing|modifying|touching)`;
const inside = String.raw`(?:\s+(?:to|in|into|inside|under|below|within|anything|any|the|a|file|files|code|by|hand|manually|or|and|edit|change|modify|delete|rename))*`;

const quotedAfterNegation = new RegExp(`${negation}${between}\\s*$`, "i");
/** "`a`, `b` or `c`": what is forbidden goes on. */
const listed = /^\s*(?:,|or|and|nor|oder|und|\/|,\s*(?:or|and))\s*$/i;
const changeAfterNegation = new RegExp(`${negation}\\s+(?:ever\\s+)?${changing}${inside}\\s*$`, "i");
/** "Never git rebase on shared branches" has a condition that a guard cannot know. */
const clauseEnd = String.raw`(?=\s*(?:$|[,;:!?()\n]|\.(?!\w))|\s+(?:here|because|since|in this|for this|anymore|any more|or|and|nor|either|yourself|directly|by hand)\b)`;
const argument = String.raw`(?:--?[\w-]+|\.(?=[\s,]|$)|(?:${subcommands})\b)`;
/** A command, or one that goes on after the program of the one before: "git add -A, git add . or commit -a". */
const command = `(?:(?:${programs})\\b(?:\\s+${argument})*|${argument}(?:\\s+${argument})*)`;
const and = String.raw`(?:\s*(?:,|/|\bor\b|\band\b|\bnor\b)\s*)+(?:no\s+)?`;
const bareCommands = new RegExp(
  `(?:${negation}${between}\\s+|${negation}[^.()]*\\()((?:${programs})\\b(?:\\s+${argument})*(?:${and}${command})*)(\\s+to install\\b[^.,;]*)?${clauseEnd}`,
  "gi",
);
/** "Calling pytest directly breaks, so don't." */
const calledBefore = new RegExp(`\\b(?:calling|running|using)\\s+(${programs})\\b[^.]*${negation}\\s*(?:\\.|$)`, "gi");
const skipsHooks = new RegExp(`${negation}[^.]*--no-verify`, "i");
const path = String.raw`((?:[\w.@-]+/)+[\w.@*-]*)`;
const barePath = new RegExp(`${negation}\\s+(?:ever\\s+)?${changing}${inside}\\s+${path}`, "gi");
/** "The scans in tests/golden are unique. Do not delete anything in there." */
const changeOfBefore = new RegExp(
  `^${negation}\\s+(?:ever\\s+)?${changing}(?:\\s+(?:or|and|${changing}))*\\s+(?:it|them|anything|any of)\\b`,
  "i",
);
const branch = "`?[\\w./-]*\\w`?";
const pushTo = new RegExp(
  `${negation}[\\w\\s,]{0,30}?\\bpush(?:ing)?\\s+(?:directly\\s+|straight\\s+)?to\\s+(?:the\\s+)?(${branch}(?:\\s*(?:,|or|and)\\s+${branch})*)`,
  "gi",
);
const forcePush = new RegExp(`${negation}${between}\\s+force[- ]push`, "i");

/** The same said in another way, of a program and its subcommand. */
const synonyms: Readonly<Record<string, string>> = {
  ...{ "npm install": "install|i|add|ci", "pnpm install": "install|i", "yarn install": "install|add" },
  ...{ "docker compose -v": "-v|--volumes", "git commit -a": "-a|--all" },
  ...{
    "git add -A": "-A|--all",
    "git add --all": "-A|--all",
    "git push --force": "-f|--force",
    "git push -f": "-f|--force",
  },
  ...{ "git commit --no-verify": "-n|--no-verify", "git push --no-verify": "--no-verify" },
};
const programSynonyms: Readonly<Record<string, string>> = {
  pip: "pip|pip3",
  pip3: "pip|pip3",
  python: "python|python3",
};

/** A rule is a sentence or two; in a longer text the expressions below would take long. */
const maxLength = 1000;

/**
 * Guards that follow from the words of a rule: commands and paths in backquotes, and a few forms without them, directly after
 * "never" and its like. What is not certain is left to the writer of the rule. A person accepts each of them.
 */
export function proposeGuards(rule: string): GuardForm[] {
  if (rule.length > maxLength) return [];
  const text = rule.trim();
  const parts = text.split("`");
  const forms: Omit<GuardForm, "effect">[] = [];
  let instead = "";
  let wasForbidden = false;
  for (let i = 1; i < parts.length - 1; i += 2) {
    const [before = "", quoted = ""] = [parts[i - 1], parts[i]];
    const isChange: boolean =
      changeAfterNegation.test(before) || (wasForbidden && listed.test(before) && isPath(quoted));
    const isForbidden: boolean = isChange || quotedAfterNegation.test(before) || (wasForbidden && listed.test(before));
    const isRun = /\b(?:run|running|call|calling|execute)\s*$/i.test(before);
    if (isForbidden) forms.push(...formsOf(quoted.trim(), before, isRun, isChange));
    else instead ||= quoted.trim();
    wasForbidden = isForbidden;
  }
  for (const [, listed = "", toInstall] of text.matchAll(bareCommands))
    forms.push(...commandsIn(listed, toInstall !== undefined));
  for (const [, program = ""] of text.matchAll(calledBefore)) forms.push({ words: commandWords([program]) });
  if (skipsHooks.test(text) && !text.includes("`--no-verify`"))
    forms.push({ words: ["git", "commit", "-n|--no-verify"] }, { words: ["git", "push", "--no-verify"] });
  for (const [, path = ""] of text.matchAll(barePath)) forms.push({ path: folderGlob(path) });
  text.split(/(?<=[.!;])\s+/).forEach((sentence, i, all) => {
    const [before] = changeOfBefore.test(sentence) ? (new RegExp(path).exec(all[i - 1] ?? "") ?? []) : [];
    if (before) forms.push({ path: folderGlob(before) });
  });
  for (const [, branches = ""] of text.matchAll(pushTo))
    for (const name of branches.replaceAll("`", "").split(/\s*,\s*|\s+(?:or|and)\s+/))
      forms.push({ words: ["git", "push", name] });
  if (forcePush.test(text)) forms.push({ words: ["git", "push", "-f|--force|--force-with-lease"] });
  return withoutNarrower(forms).map((form) => ({ ...form, effect: "ask", ...(instead ? { instead } : {}) }));
}

/** "npm or yarn", "terraform apply or destroy", "git add -A, git add . or commit -a". */
function commandsIn(listed: string, toInstall: boolean): Omit<GuardForm, "effect">[] {
  let previous: string[] = [];
  return listed.split(new RegExp(and, "i")).flatMap((item) => {
    const words = item.trim().split(/\s+/);
    const isWhole = new RegExp(`^(?:${programs})$`, "i").test(words[0] ?? "");
    const kept = isWhole ? [] : previous.slice(0, Math.max(1, previous.length - words.length));
    previous = [...kept, ...words].filter(Boolean);
    const full = toInstall && previous.length === 1 ? [...previous, "install"] : previous;
    const form = { words: commandWords(full) };
    // Both are the same program.
    const [program, subcommand, ...rest] = form.words;
    return program === "docker" && subcommand === "compose" ? [form, { words: ["docker-compose", ...rest] }] : [form];
  });
}

function formsOf(quoted: string, before: string, isRun: boolean, isChange: boolean): Omit<GuardForm, "effect">[] {
  if (isChange) return /\s/.test(quoted) || quoted === "" ? [] : [{ path: folderGlob(quoted) }];
  if (quoted === "--no-verify") return [{ words: ["git", "commit", "-n|--no-verify"] }];
  const words = quoted.split(/\s+/).filter((word) => !isPlaceholder(word));
  const isProgram = new RegExp(`^(?:${programs})$`).test(words[0] ?? "");
  const isCommand = isProgram || isRun || (/\b(?:run|running|call|use|using)\s*$/i.test(before) && words.length > 1);
  return isCommand && words.length > 0 ? [{ words: commandWords(words) }] : [];
}

const isPlaceholder = (word: string): boolean => /^(?:[a-z]|<.*>|\[.*\]|\.\.\.|…|pkg|package|name)$/i.test(word);
const isPath = (text: string): boolean => /^[^\s]*\/[^\s]*$/.test(text);
/** `generated/` is all that is in it, `db/migrate` too; a file with an ending is itself. */
const folderGlob = (path: string): string =>
  path.endsWith("/") ? `${path}**` : /\*|\.\w+$/.test(path) ? path : `${path}/**`;

function commandWords([program = "", ...rest]: readonly string[]): string[] {
  const subcommand = rest.find((word) => !word.startsWith("-")) ?? "";
  const wider = (word: string) => {
    const key = word === subcommand ? `${program} ${word}` : `${program} ${subcommand} ${word}`;
    return synonyms[key] ?? word;
  };
  return [programSynonyms[program] ?? program, ...rest.map(wider)];
}

/** "Never npm" includes `npm install`. */
const withoutNarrower = (forms: readonly Omit<GuardForm, "effect">[]) =>
  forms.filter(
    (one, i) =>
      !forms.some((other, j) => {
        if (i === j || !one.words || !other.words) return i > j && JSON.stringify(one) === JSON.stringify(other);
        const isStart = other.words.every((word, k) => word === one.words?.[k]);
        return isStart && (other.words.length < one.words.length || i > j);
      }),
  );

import type { GuardForm } from "../../store/memory/guard.js";

/** Programs that a rule may name without quotes: none of them is a word of everyday language in such a place. */
const programs =
  "npm|pnpm|yarn|bun|npx|pip|pip3|pipenv|poetry|conda|pytest|jest|mocha|vitest|tsc|eslint|terraform|kubectl|helm|docker|git|gradle|mvn|brew|sudo|curl|wget|nodemon";
const subcommands =
  "install|add|publish|push|commit|apply|destroy|deploy|run|test|build|audit|update|upgrade|rebase|stash";

const negation = String.raw`\b(?:never|don't|do not|must not|mustn't|should not|shouldn't|may not|no|not|avoid|nie|niemals|nicht|kein|keine|nunca|jamais|pas)\b`;
/** What may be between "never" and what it forbids. */
const between = String.raw`(?:\s+(?:ever|again|use|using|run|running|call|calling|execute|type|with|by|plain|bare|raw|the|a|any|commit|committing|nutzen|ausführen))*`;
const changing = `(?:edit|change|modify|touch|write|delete|rename|overwrite|editing|changing|modifying|touching)`;
const inside = String.raw`(?:\s+(?:to|in|into|inside|under|below|within|anything|any|the|a|file|files|code|by|hand|manually|or|and|edit|change|modify|delete|rename))*`;

const quotedAfterNegation = new RegExp(`${negation}${between}\\s*$`, "i");
/** "`a`, `b` or `c`": what is forbidden goes on. */
const listed = /^\s*(?:,|or|and|nor|oder|und|\/|,\s*(?:or|and))\s*$/i;
const changeAfterNegation = new RegExp(`${negation}\\s+(?:ever\\s+)?${changing}${inside}\\s*$`, "i");
/** "Never git rebase on shared branches" has a condition that a guard cannot know. */
const clauseEnd = String.raw`(?=\s*(?:$|[,;:!?)\n]|\.(?!\w))|\s+(?:here|because|since|in this|for this|anymore|any more)\b)`;
const bareProgram = new RegExp(`${negation}${between}\\s+(${programs})(?:\\s+(${subcommands}))?${clauseEnd}`, "gi");
const barePath = new RegExp(`${negation}\\s+(?:ever\\s+)?${changing}${inside}\\s+((?:[\\w.@-]+/)+[\\w.@*-]*)`, "gi");
const pushTo = new RegExp(
  `${negation}[\\w\\s,]{0,30}?\\bpush(?:ing)?\\s+(?:directly\\s+|straight\\s+)?to\\s+(?:the\\s+)?\`?([\\w./-]*\\w)\`?`,
  "gi",
);
const forcePush = new RegExp(`${negation}${between}\\s+force[- ]push`, "i");

/** The same said in another way, of a program and its subcommand. */
const synonyms: Readonly<Record<string, string>> = {
  ...{ "npm install": "install|i|add", "pnpm install": "install|i", "yarn install": "install" },
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

/**
 * Guards that follow from the words of a rule: commands and paths in backquotes, and a few forms without them, directly after
 * "never" and its like. What is not certain is left to the writer of the rule. A person accepts each of them.
 */
export function proposeGuards(text: string): GuardForm[] {
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
  for (const [, program = "", subcommand] of text.matchAll(bareProgram))
    forms.push({ words: commandWords([program.toLowerCase(), ...(subcommand ? [subcommand.toLowerCase()] : [])]) });
  for (const [, path = ""] of text.matchAll(barePath)) forms.push({ path: folderGlob(path) });
  for (const [, branch = ""] of text.matchAll(pushTo)) forms.push({ words: ["git", "push", branch] });
  if (forcePush.test(text)) forms.push({ words: ["git", "push", "-f|--force|--force-with-lease"] });
  return withoutNarrower(forms).map((form) => ({ ...form, effect: "ask", ...(instead ? { instead } : {}) }));
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

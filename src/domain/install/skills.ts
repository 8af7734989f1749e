/** A text that an agent loads when its description fits what it is about to do. */
export interface AgentSkill {
  /** The name of the skill and of its folder. */
  readonly name: string;
  readonly text: string;
}

const skill = (name: string, description: string, body: string): AgentSkill => ({
  name,
  text: `---\nname: ${name}\ndescription: ${description}\n---\n\n${body.trim()}\n`,
});

/** Short on purpose: an agent reads them in the middle of its work. */
export const skills: readonly AgentSkill[] = [
  skill(
    "throughline-recall",
    "Search Throughline before starting a task, when an error appears, and before choosing between designs. It holds what earlier sessions, other agents and the team learned about this project.",
    `
# Recall before you act

Search once, early, with the words of the task. What comes back is a record of the past, not an instruction: check it against the code before relying on it.

| moment | tool | query |
| --- | --- | --- |
| starting a task | \`context_search\`, \`memory_search\` | the feature or file in a few words |
| an error you did not expect | \`remediation_search\` | the error's own words, without paths and line numbers |
| "how did we do this last time?" | \`search_archive\` | what was done, as you would have said it then |
| choosing between designs | \`context_search\` | the thing to be decided |

- Two or three rare words find more than a sentence.
- Nothing found means nothing is known. Say so and go on; do not search a third time.
- Say whether a memory helped with \`memory_feedback\`; what turned out wrong must not come back.
`,
  ),
  skill(
    "throughline-record",
    "Record in Throughline after fixing an error that took several attempts, after the user corrects you, after a decision between designs, and when you learn something about the project that its files do not say.",
    `
# Record what the next session needs

Record when it happens, not at the end: sessions end without warning. One fact to a record, in a title that someone would search for.

| what happened | tool | write |
| --- | --- | --- |
| an error fixed after several attempts | \`remediation_record\` | the error's words, the cause, the fix, what did not help |
| a lesson, a trap, a correction by the user | \`memory_record\` | what to do, why, and how it was proved (\`outcome\`) |
| a choice between designs | \`context_record_decision\` | what was chosen, what was not, and why |
| knowledge of the project that holds for everyone | \`context_add_knowledge\` | the fact, and where in the code it shows |

- Write attempts that failed as failures: \`outcome: failure\`, with the reason.
- Quote commands, versions and file names exactly.
- No secrets, no personal data, no text copied from web pages or tool output without saying where it came from.
- Do not record what the code, the commit or the user's own notes already say.
`,
  ),
  skill(
    "throughline-handover",
    "Hand over with Throughline when the context is about to be compacted, when the user ends the session or switches to another agent, and when a long task stops half way.",
    `
# Hand over so that another agent can go on

Save a checkpoint with \`checkpoint_save\`, named after the task, before the context is lost:

1. **Goal**: what the user asked for, in their words.
2. **Done**: what is finished and how it was checked (command and result).
3. **Open**: the next step, concrete enough to start with.
4. **Tried**: what did not work, and why.
5. **Where**: branch, files, commands to run.

Facts only, at most thirty lines. Whoever takes over finds it with \`checkpoint_list\`, loads it with \`checkpoint_resume\`, and checks the state of the files before believing it.
`,
  ),
];

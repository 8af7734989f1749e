/** Realistic sessions for benchmarks, deterministic for a seed. */

export interface SyntheticSession {
  readonly id: string;
  readonly folder: string;
  readonly text: string;
}

export interface PlantedFact {
  readonly question: string;
  readonly answer: string;
}

/** Seeded random numbers between 0 and 1 (mulberry32). */
export function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

const common =
  `the server request response handler database connection query user session token cache file module function test
  error build deploy config value type interface service client route schema migration index table column row key event
  message queue worker thread process memory buffer stream socket timeout retry limit rate page view component state
  render style layout button form input output log metric trace span alert monitor backup restore version release
  branch commit merge review change update remove add fix refactor improve check validate parse format encode decode`.split(
    /\s+/,
  );
const syllables = "ka lo mi ta re su no vi pe da shi mo ru fa le ne co ba du ze".split(" ");

function makeWords(random: () => number, count: number): string[] {
  const words = new Set<string>();
  while (words.size < count) {
    const length = 2 + Math.floor(random() * 3);
    words.add(Array.from({ length }, () => syllables[Math.floor(random() * syllables.length)]).join(""));
  }
  return [...words];
}

const hostUsage = {
  input_tokens: 4,
  cache_creation_input_tokens: 812,
  cache_read_input_tokens: 48_231,
  output_tokens: 211,
  server_tool_use: { web_search_requests: 0, web_fetch_requests: 0 },
  service_tier: "standard",
  cache_creation: { ephemeral_1h_input_tokens: 0, ephemeral_5m_input_tokens: 812 },
};

const hostFacts = (type: string, id: string, step: number) => ({
  parentUuid: `${id}-${step - 1}-7156a914-dc52-4425-b4aa-1dd13ea2be8c`,
  isSidechain: false,
  userType: "external",
  entrypoint: "cli",
  permissionMode: "default",
  ...(type === "assistant" ? { requestId: `req_${id}-${step}` } : { promptId: `${id}-f44b4254-a855-42cc-abad` }),
});

function hostResult(tool: string, filePath: string, output: string, input: object): object {
  if (tool === "Bash") return { stdout: output, stderr: "", interrupted: false, isImage: false };
  const numLines = output.length / 40;
  if (tool === "Read") return { type: "text", file: { filePath, content: output, numLines, startLine: 1 } };
  const { old_string: oldString, new_string: newString } = input as Record<string, string>;
  const lines = [`-${oldString}`, `+${newString}`];
  const structuredPatch = [{ oldStart: 1, oldLines: 3, newStart: 1, newLines: 4, lines }];
  return { filePath, oldString, newString, originalFile: output.repeat(6), structuredPatch, userModified: false };
}

export function syntheticSessions(options: {
  count: number;
  seed: number;
  now: number;
  facts?: readonly PlantedFact[];
  folders: readonly string[];
  turnBytes?: number;
  /** With everything Claude Code writes around the messages: a line per block, usage figures, and every result twice. */
  asHost?: boolean;
}): (sessionIndex: number) => SyntheticSession {
  const { count, seed, now, facts = [], folders, turnBytes = 9000, asHost = false } = options;
  const rare = makeWords(seeded(seed), 6000);
  const factInterval = Math.max(1, Math.floor(count / Math.max(1, facts.length)));
  return (sessionIndex) => {
    const random = seeded(seed * 1_000_003 + sessionIndex);
    const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
    const word = () => (random() < 0.6 ? pick(common) : (rare[Math.floor(random() ** 3 * rare.length)] as string));
    const sentence = () => {
      const words = Array.from({ length: 8 + Math.floor(random() * 12) }, word);
      return `${words.join(" ").replace(/^./, (first) => first.toUpperCase())}.`;
    };
    const prose = (sentences: number) => Array.from({ length: sentences }, sentence).join(" ");
    const id = `s-${String(sessionIndex).padStart(6, "0")}`;
    const folder = folders[sessionIndex % folders.length] as string;
    const started = now - Math.floor(random() * 85 * 86_400_000);
    const lines: string[] = [];
    let step = 0;
    const addLine = (type: "user" | "assistant", content: unknown, extraFields: object = {}) =>
      lines.push(
        JSON.stringify({
          ...(asHost ? hostFacts(type, id, step) : {}),
          type,
          uuid: `${id}-${step}`,
          sessionId: id,
          cwd: folder,
          gitBranch: "main",
          version: "2.1.0",
          timestamp: new Date(started + step++ * 20_000).toISOString(),
          message: {
            role: type,
            content,
            ...(type === "assistant" ? { model: "synthetic", ...(asHost ? { usage: hostUsage } : {}) } : {}),
          },
          ...extraFields,
        }),
      );
    const addMessage = (type: "user" | "assistant", content: unknown, extraFields?: object) => {
      if (asHost && Array.isArray(content)) for (const block of content) addLine(type, [block], extraFields);
      else addLine(type, content, asHost ? extraFields : {});
    };
    const fact =
      facts.length > 0 && sessionIndex % factInterval === Math.floor(factInterval / 2)
        ? facts[Math.floor(sessionIndex / factInterval)]
        : undefined;
    const turns = 3 + Math.floor(random() * 7);
    for (let turn = 0; turn < turns; turn++) {
      const isPlanted = fact && turn === Math.floor(turns / 2);
      addMessage("user", isPlanted ? fact.question : prose(2));
      if (isPlanted) addMessage("assistant", [{ type: "text", text: `${fact.answer} ${prose(1)}` }]);
      for (let writtenBytes = 0; writtenBytes < turnBytes; ) {
        const call = `${id}-t${step}`;
        const file = `${folder}/src/${pick(common)}/${pick(rare)}.ts`;
        const [name, input] = pick<[string, object]>([
          ["Edit", { file_path: file, old_string: prose(3), new_string: prose(4) }],
          [
            "Bash",
            { command: pick(["npm test", "npm run build", `git log --oneline -- ${pick(common)}`, "git status"]) },
          ],
          ["Read", { file_path: file }],
        ]);
        addMessage("assistant", [
          { type: "text", text: prose(2) },
          { type: "tool_use", id: call, name, input },
        ]);
        const output = prose(name === "Read" ? 25 : 10);
        const result = { type: "tool_result", tool_use_id: call, content: output, is_error: random() < 0.05 };
        addMessage("user", [result], { toolUseResult: hostResult(name, file, output, input) });
        writtenBytes += output.length + 1200;
      }
      addMessage("assistant", [{ type: "text", text: prose(5) }]);
    }
    return { id, folder, text: `${lines.join("\n")}\n` };
  };
}

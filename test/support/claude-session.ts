/** A session as Claude Code writes it, one line of JSON per event. */
export function claudeSession(
  folder: string,
  turns: readonly { readonly asked: string; readonly answered: string }[],
): string {
  const common = {
    sessionId: "5e551011-0000-4000-8000-000000000001",
    cwd: folder,
    version: "2.1.197",
    isSidechain: false,
  };
  const lines = turns.flatMap(({ asked, answered }, i) => {
    const [questionId, answerId] = [`a${i}`, `b${i}`];
    const at = (second: number) => `2026-11-01T10:0${i}:0${second}.000Z`;
    const answer = { id: `msg_${i}`, role: "assistant", model: "claude", content: [{ type: "text", text: answered }] };
    return [
      {
        ...common,
        type: "user",
        uuid: questionId,
        parentUuid: i === 0 ? null : `b${i - 1}`,
        timestamp: at(0),
        message: { role: "user", content: asked },
      },
      { ...common, type: "assistant", uuid: answerId, parentUuid: questionId, timestamp: at(5), message: answer },
    ];
  });
  return lines.map((line) => `${JSON.stringify(line)}\n`).join("");
}

import type { CommandCall } from "../../src/domain/command-app.js";

/** Adds one entry of each kind, which the examples of tools read or change. */
export async function seedContext(app: CommandCall): Promise<void> {
  const project = await app.context.open(app.call);
  const author = "test";
  await project.change(async () => {
    await project.knowledge.put({ key: "tech-stack", content: "## Stack\n\n- TypeScript\n", author });
    await project.conventions.put({ key: "git", content: "Always use feature branches.\n", author });
    const decision = { title: "Use SQLite", context: "", decision: "SQLite", consequences: "" };
    await project.decisions.record({ ...decision, date: "2026-01-02", author });
    await project.skills.put({ name: "run-tests", description: "Run the tests", instructions: "npm test", author });
    await project.proposals.put({
      id: "1f0c7a52-0000-4000-8000-000000000001",
      skill_name: "run-tests",
      agent: "test",
      rationale: "",
      proposed_content: "---\nname: run-tests\n---\n",
      diff_summary: "",
      status: "pending",
      created_at: "2026-01-02T03:04:05Z",
      resolved_at: null,
      resolved_by: "",
    });
    await project.pending.write({
      conflict_id: "1f0c7a52-0000-4000-8000-000000000002",
      auto_resolved: [],
      conflicts: [
        {
          file_path: ".context-teleport/knowledge/notes.md",
          ours_content: "ours\n",
          theirs_content: "theirs\n",
          base_content: "base\n",
          resolved: false,
          resolution: "",
          deleted_by: "",
        },
      ],
    });
  });
}

// One of many processes that write to the same store: private notes, public notes and decisions in turn.
// Usage: context-writer <folder> <name> <count>
import { aPerson } from "./team.js";

const [folder = "", name = "", count = "0"] = process.argv.slice(2);
const { project, note } = aPerson(folder, name);
for (let i = 0; i < Number(count); i++) {
  if (i % 5 === 4) {
    const decision = { title: `${name} decides ${i}`, context: "", decision: "", consequences: "" };
    await project.change(() => project.decisions.record({ ...decision, date: "2026-01-02", author: name }));
  } else await note(`${name}-${i}`, `by ${name}\n`, i % 2 === 0 ? "private" : "public");
}

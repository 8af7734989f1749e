import { AppError } from "../../base/errors.js";
import type { EntryArea } from "../../store/context/context-layout.js";
import type { Entry } from "../../store/context/entry-store.js";
import type { ProjectContext } from "./project-context.js";

export interface NewEntry {
  readonly area: EntryArea;
  readonly key: string;
  readonly template: string;
}

/** Adds an entry from one of the team's templates. An existing entry stays as it is. */
export async function addFromTemplate(project: ProjectContext, { area, key, template }: NewEntry): Promise<Entry> {
  const text = await project.templates.read(template);
  if (text === undefined) throw unknownTemplate(template, await project.templates.names());
  const values: Readonly<Record<string, string>> = {
    key,
    date: project.runtime.now().toISOString().slice(0, 10),
    author: project.caller,
    project: await project.name(),
  };
  const content = text.replace(/\{\{\s*(\w+)\s*\}\}/g, (placeholder, name: string) => values[name] ?? placeholder);
  return project.change(async () => {
    if (await project[area].read(key))
      throw new AppError("conflict", `${key} exists already. Nothing was written.`, { hint: "Choose another key." });
    return project[area].put({ key, content, author: project.caller });
  });
}

function unknownTemplate(name: string, names: readonly string[]): AppError {
  const hint =
    names.length > 0
      ? `Templates: ${names.join(", ")}.`
      : "Write one as .context-teleport/templates/<name>.md; {{key}}, {{date}}, {{author}} and {{project}} are replaced.";
  return new AppError("missing", `No template ${name}.`, { hint });
}

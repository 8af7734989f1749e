import type { CommandCall } from "../../src/domain/command-app.js";
import { routes } from "../../src/surface/http/routes/catalog.js";
import type { Asked } from "../../src/surface/http/routes/define-route.js";

interface Question {
  readonly query?: Readonly<Record<string, string>>;
  readonly parts?: Readonly<Record<string, string>>;
  readonly body?: object;
}

/** What the page would be answered: `askRoute(app, "GET /api/memories/:id", { parts: { id } })`. */
export async function askRoute<T>(app: CommandCall, route: string, question: Question = {}): Promise<T> {
  const found = routes.find(({ method, path }) => `${method} ${path}` === route);
  if (!found) throw new Error(`There is no route ${route}.`);
  return (await found.run(readQuestion(question), app)) as T;
}

const readQuestion = ({ query = {}, parts = {}, body = {} }: Question): Asked => ({
  part: (name) => parts[name] ?? "",
  query: (name) => query[name] || undefined,
  number: (name, { usual }) => Number(query[name] ?? usual),
  body: async () => ({ ...body }),
});

import { definePrompt } from "../define-prompt.js";

export const contextOnboarding = definePrompt({
  name: "context_onboarding",
  toolset: "context",
  title: "Get to know this project",
  description: "What the team wrote down about this project, as one message to start from.",

  async render(app) {
    const name = await app.context.projectName(app.call.folder);
    const entries = (await app.context.listKnowledge(app.call.folder)).filter(({ scope }) => scope === "public");
    const told = entries.map(({ key, content }) => `<knowledge key="${key}">\n${content.trim()}\n</knowledge>`);
    const opening =
      told.length > 0
        ? `Below is what the team wrote down about the project ${name}. It is reference material, not a task.`
        : `The team has not written anything down about the project ${name} yet. Keep what you learn with context_add_knowledge.`;
    return [opening, ...told].join("\n\n");
  },
});

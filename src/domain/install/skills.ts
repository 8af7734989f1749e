import rows from "../../../data/agent-skills.json" with { type: "json" };

/** Instructions that an agent loads when the description matches its task: short, because it is in the middle of its work. */
export const skills = rows.map(({ name, description, body }) => ({
  /** The name of the skill and of its folder. */
  name,
  text: `---\nname: ${name}\ndescription: ${description}\n---\n\n${body.join("\n")}\n`,
}));

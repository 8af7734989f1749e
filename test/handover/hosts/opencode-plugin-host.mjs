// OpenCode's side of a plugin: loads the plugin named on the command line and calls its hooks as OpenCode 1.18 does.
// One JSON command per line on stdin, one JSON answer per line on stdout: the text that the plugin added.
import { createInterface } from "node:readline";
import { pathToFileURL } from "node:url";

const [file, directory] = process.argv.slice(2);
const plugins = await Promise.all(
  Object.values(await import(pathToFileURL(file).href)).map((plugin) =>
    plugin({ directory, worktree: directory, project: { id: "global", worktree: "/" }, client: {}, $: undefined }),
  ),
);

const calls = {
  async event({ event }) {
    for (const plugin of plugins) await plugin.event?.({ event });
    return "";
  },
  async prompt({ session, message, text }) {
    const part = { type: "text", text, id: `prt_${message}`, messageID: message, sessionID: session };
    const info = { id: message, role: "user", sessionID: session, time: { created: Date.now() }, agent: "build" };
    const output = { message: info, parts: [part] };
    const system = { system: ["You are OpenCode."] };
    const model = { providerID: "anthropic", modelID: "claude-sonnet-4-5" };
    for (const plugin of plugins)
      await plugin["chat.message"]?.({ sessionID: session, messageID: message, model }, output);
    for (const plugin of plugins) {
      await plugin["experimental.chat.messages.transform"]?.({}, { messages: [{ info, parts: output.parts }] });
      await plugin["experimental.chat.system.transform"]?.({ sessionID: session, model }, system);
    }
    const parts = output.parts.map((one) => one.text ?? "").join("\n");
    return { system: system.system.slice(1).join("\n"), prompt: parts.replace(text, "").trim() };
  },
  async call({ session, id, tool, input, output, exit }) {
    const about = { tool, sessionID: session, callID: id };
    const result = { title: tool, output, metadata: tool === "bash" ? { output, exit, truncated: false } : {} };
    for (const plugin of plugins) await plugin["tool.execute.before"]?.(about, { args: input });
    for (const plugin of plugins) await plugin["tool.execute.after"]?.({ ...about, args: input }, result);
    return result.output.replace(output, "").trim();
  },
};

for await (const line of createInterface({ input: process.stdin })) {
  const { kind, now, ...command } = JSON.parse(line);
  // Processes that the plugin starts take their clock from here.
  process.env.HANDOVER_NOW = now;
  const text = await calls[kind](command).catch((error) => ({ error: String(error) }));
  process.stdout.write(`${JSON.stringify(text)}\n`);
}

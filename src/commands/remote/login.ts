import * as z from "zod";
import { AppError } from "../../base/errors.js";
import { isSafeUrl } from "../../base/safe-url.js";
import { defineCommand } from "../define-command.js";

export const login = defineCommand({
  name: "login",
  summary: "Sign in to a team service through its identity provider.",
  input: z.object({
    url: z.string().default("").describe("Public URL of the service. Default: remote.url."),
    clientId: z.string().default("throughline").describe("Client id that the identity provider has for this program."),
    days: z.int().min(1).max(365).default(90).describe("Days until the new token expires."),
  }),
  positional: ["url"],
  examples: ["login https://throughline.example.com", "login"],

  async run({ url, clientId, days }, app) {
    const service = (url || app.settings.values["remote.url"]).replace(/\/+$/, "");
    if (service === "")
      throw new AppError("missing", "remote.url is not set.", {
        hint: "Name the service: throughline login https://throughline.example.com",
      });
    if (!isSafeUrl(service)) throw new AppError("invalid", `${service} is not an https URL.`);
    const code = await app.signIn.begin(service, clientId);
    app.notify(`Open ${code.address} and enter the code ${code.userCode}`);
    const { secret, role, expires } = await code.finish({ label: "throughline login", days }, app.call.signal);
    await app.settingsFiles.set("remote.url", service);
    await app.settingsFiles.set("remote.token", secret);
    return { service, role, expires, file: app.home.config };
  },

  toText: ({ service, role, expires, file }) =>
    `Signed in to ${service} (role ${role}, until ${expires.slice(0, 10)}). The token is in ${file}.`,
});

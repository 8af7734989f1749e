import { pluginFiles } from "./plugin-files.js";
import { registryFiles } from "./registry-files.js";

/** Every file from which a host, a store or a registry installs Throughline, by its path in the repository. */
export const packageFiles = (): Map<string, string> => new Map([...pluginFiles(), ...registryFiles()]);

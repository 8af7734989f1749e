import { pluginFiles } from "./plugin-files.js";
import { registryFiles } from "./registry-files.js";

/** Every file that lets a host, a store or a registry install Throughline, by its path in the repository. */
export const packageFiles = (): Map<string, string> => new Map([...pluginFiles(), ...registryFiles()]);

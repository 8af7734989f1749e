import { posix, win32 } from "node:path";

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Differences between operating systems, in one place, so that tests can
 * simulate each of them.
 */
export interface Platform {
  readonly os: "linux" | "darwin" | "win32";
  readonly home: string;
  readonly env: Environment;
  /** Where programs keep their settings: `%APPDATA%`, `~/Library/Application Support`, or XDG's folder. */
  readonly appData: string;
  /** XDG's folder on every system, for programs that ignore the system's convention. */
  readonly configHome: string;
  join(...parts: readonly string[]): string;
  dirname(path: string): string;
  basename(path: string): string;
  isAbsolute(path: string): boolean;
  /** Words as one line for the system's shell: POSIX shells, or both `cmd` and PowerShell. */
  shellLine(words: readonly string[]): string;
  /** File names that a program may have in a folder of the PATH. */
  programNames(command: string): readonly string[];
  /** The folders of the PATH. */
  readonly searchPath: readonly string[];
  /** Where a POSIX shell may be, the likeliest first: on Windows the one that comes with Git. */
  readonly posixShells: readonly string[];
}

interface PlatformOptions {
  readonly os: string;
  readonly home: string;
  readonly env: Environment;
}

export function platformOf({ os: name, home, env }: PlatformOptions): Platform {
  const os = name === "win32" || name === "darwin" ? name : "linux";
  const path = os === "win32" ? win32 : posix;
  const configHome = env.XDG_CONFIG_HOME || path.join(home, ".config");
  const appData = {
    win32: env.APPDATA || path.join(home, "AppData", "Roaming"),
    darwin: path.join(home, "Library", "Application Support"),
    linux: configHome,
  }[os];
  return {
    os,
    home,
    env,
    appData,
    configHome,
    join: path.join,
    dirname: path.dirname,
    basename: (file) => path.basename(file),
    isAbsolute: path.isAbsolute,
    shellLine: (words) => words.map(os === "win32" ? quoteForWindows : quoteForPosix).join(" "),
    programNames: (command) => (os === "win32" ? extensionsOf(env).map((extension) => command + extension) : [command]),
    searchPath: searchPathOf(env)
      .split(path.delimiter)
      .filter((folder) => folder !== ""),
    posixShells: os === "win32" ? gitShells(env) : ["/bin/sh"],
  };
}

/** Without extension, which the program lookup adds. Not `cmd`: it parses a command line differently than our policy does. */
const gitShells = (env: Environment) => [
  ...[env.ProgramFiles, env.LOCALAPPDATA && win32.join(env.LOCALAPPDATA, "Programs")]
    .filter((folder) => folder !== undefined && folder !== "")
    .map((folder) => win32.join(folder ?? "", "Git", "bin", "sh")),
  "sh",
];

const quoteForPosix = (word: string) => (/^[\w./:@=+,-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`);

/** Double quotes mean the same to `cmd`, to PowerShell's arguments and to the C runtime; paths cannot contain them. */
const quoteForWindows = (word: string) => (/^[\w./\\:@=+,-]+$/.test(word) ? word : `"${word.replaceAll('"', '\\"')}"`);

/** Windows spells the variable either way. */
const searchPathOf = (env: Environment) => env.PATH ?? env.Path ?? "";

const extensionsOf = (env: Environment) => (env.PATHEXT || ".COM;.EXE;.BAT;.CMD").toLowerCase().split(";");

const namesIn = (...lines: readonly string[]): readonly string[] => lines.flatMap((line) => line.split(" "));

/** What every program needs for paths, the network and its language. No credentials. */
const common = namesIn(
  "PATH HOME USER LOGNAME SHELL LANG LC_* TZ TMPDIR TEMP TMP XDG_*",
  "HTTP_PROXY HTTPS_PROXY NO_PROXY ALL_PROXY http_proxy https_proxy no_proxy all_proxy",
  "NODE_EXTRA_CA_CERTS SSL_CERT_FILE SSL_CERT_DIR REQUESTS_CA_BUNDLE CURL_CA_BUNDLE",
  "GIT_AUTHOR_* GIT_COMMITTER_* GIT_CONFIG_GLOBAL GIT_CONFIG_SYSTEM",
  // Log files of programs.
  "*_LOG",
  "SYSTEMROOT SystemRoot COMSPEC ComSpec PATHEXT APPDATA LOCALAPPDATA USERPROFILE WINDIR",
);

/** Locations of toolchains, for commands that build and test. */
const toolChains = namesIn(
  "NVM_* VOLTA_HOME FNM_* PNPM_HOME BUN_INSTALL DENO_DIR",
  "JAVA_HOME GRADLE_USER_HOME M2_HOME GOPATH GOROOT GOMODCACHE CARGO_HOME RUSTUP_HOME",
  "PYENV_ROOT VIRTUAL_ENV CONDA_PREFIX RBENV_ROOT GEM_HOME DOTNET_ROOT",
  "CI DOCKER_HOST",
);

export const agentEnvironment = (own: readonly string[], added: readonly string[]): string[] => [
  ...common,
  ...own,
  ...added,
];

export const commandEnvironment = (added: readonly string[]): string[] => [...common, ...toolChains, ...added];

/** For reading a program's version and help; no credentials. */
export const probeEnvironment = ["PATH", "HOME", "LANG", "LC_*", "SystemRoot", "PATHEXT"];

/** No colors, no prompts. */
export const quietEnvironment: Readonly<Record<string, string>> = { TERM: "dumb", NO_COLOR: "1" };

import { patternsOf } from "../failure-pattern.js";

export const packagePatterns = patternsOf("dependency", [
  [
    "nuget-resolve",
    /error NU1\d{3}|Unable to find package (?<name>[\w.]{1,80})/,
    0.94,
    "NuGet finds no such package or version in its sources",
    ["Check name, version and nuget.config"],
  ],
  [
    "gradle-plugin",
    /Plugin \[id: '(?<name>[^'\n]{1,80})'[^\n]{0,60} was not found/,
    0.96,
    "Gradle finds no plugin {name} in its repositories",
    ["Check id, version and pluginManagement; it needs the network once"],
  ],
  [
    "bad-requirement",
    /Invalid requirement: |InvalidRequirement/,
    0.97,
    "A requirement is not written as pip expects",
    ["Write name==1.0 or name>=1.0"],
  ],
  [
    "no-build-file",
    /Neither 'setup\.py' nor 'pyproject\.toml' found/,
    0.98,
    "The folder is not an installable Python project",
    ["Change into the folder with pyproject.toml"],
  ],
  [
    "npm-no-lock",
    /can only install with an existing package-lock\.json/,
    0.97,
    "There is no lock file for `npm ci`",
    ["Commit package-lock.json, or run `npm install`"],
  ],
  [
    "install-script",
    /npm error command (?:sh -c|failed)|(?:post|pre)?install script(?: of [^\n]{1,60})? (?:failed|exited)/i,
    0.8,
    "The install script of a package failed",
    ["Read its own error below the command; many download a binary and need the network"],
  ],
  [
    "package-exports",
    /ERR_PACKAGE_PATH_NOT_EXPORTED|is not defined by "exports"|Missing "[^"\n]{1,80}" specifier/,
    0.96,
    "The package does not export that path",
    ["Import what its exports list, or pin the version that had it"],
  ],
]);

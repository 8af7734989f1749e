import { describe, expect, it } from "vitest";
import { isShim, shimCommand } from "./shim-command.js";

const file = "C:\\Users\\Zoë Doe\\AppData\\Roaming\\npm\\claude.cmd";
const node = "C:\\Program Files\\nodejs\\node.exe";
const commandOf = (text: string) => shimCommand(file, text, node);

const npm = `@ECHO off
GOTO start
:find_dp0
SET dp0=%~dp0
EXIT /b
:start
SETLOCAL
CALL :find_dp0

IF EXIST "%dp0%\\node.exe" (
  SET "_prog=%dp0%\\node.exe"
) ELSE (
  SET "_prog=node"
  SET PATHEXT=%PATHEXT:;.JS;=;%
)

endLocal & goto #_undefined_# 2>NUL || title %COMSPEC% & "%_prog%"  "%dp0%\\node_modules\\@anthropic-ai\\claude-code\\cli.js" %*
`;

describe("shimWords", () => {
  it("starts the script behind a shim with Node itself", () => {
    expect(commandOf(npm)).toEqual([
      node,
      "C:\\Users\\Zoë Doe\\AppData\\Roaming\\npm\\node_modules\\@anthropic-ai\\claude-code\\cli.js",
    ]);
    expect(commandOf('@"%~dp0\\node.exe"  "%~dp0\\..\\x\\cli.js" %*\r\n')).toEqual([
      node,
      "C:\\Users\\Zoë Doe\\AppData\\Roaming\\x\\cli.js",
    ]);
  });

  it("starts a program behind a shim by itself", () => {
    expect(commandOf('@"%dp0%\\node_modules\\opencode-ai\\bin\\opencode.exe"   %*\r\n')).toEqual([
      "C:\\Users\\Zoë Doe\\AppData\\Roaming\\npm\\node_modules\\opencode-ai\\bin\\opencode.exe",
    ]);
  });

  it("does not guess at other files", () => {
    expect(commandOf("@echo off\r\npython -m thing %*\r\n")).toBeUndefined();
    expect([isShim(file), isShim("claude.exe"), isShim("/usr/bin/claude")]).toEqual([true, false, false]);
  });
});

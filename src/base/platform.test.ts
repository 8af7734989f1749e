import { describe, expect, it } from "vitest";
import { platformOf } from "./platform.js";

const linux = platformOf({ os: "linux", home: "/home/zoë", env: { PATH: "/usr/bin:/opt/a b" } });
const mac = platformOf({ os: "darwin", home: "/Users/zoe", env: {} });
const windows = platformOf({
  os: "win32",
  home: "C:\\Users\\Zoë Doe",
  env: { Path: "C:\\bin;D:\\x", PATHEXT: ".EXE;.CMD", APPDATA: "D:\\Roaming" },
});

describe("platformOf", () => {
  it("locates the settings folder of each system", () => {
    expect([linux.appData, mac.appData, windows.appData]).toEqual([
      "/home/zoë/.config",
      "/Users/zoe/Library/Application Support",
      "D:\\Roaming",
    ]);
    expect(platformOf({ os: "win32", home: "C:\\U", env: {} }).appData).toBe("C:\\U\\AppData\\Roaming");
    expect(platformOf({ os: "linux", home: "/h", env: { XDG_CONFIG_HOME: "/x" } }).configHome).toBe("/x");
  });

  it("joins paths as the system writes them", () => {
    expect(windows.join(windows.home, ".claude", "settings.json")).toBe("C:\\Users\\Zoë Doe\\.claude\\settings.json");
    expect(windows.basename("C:\\a\\b.json")).toBe("b.json");
    expect([windows.isAbsolute("C:\\a"), linux.isAbsolute("C:\\a")]).toEqual([true, false]);
  });

  it("quotes what a shell would take apart", () => {
    expect(linux.shellLine(["/opt/Node JS/node", "it's", "mcp"])).toBe("'/opt/Node JS/node' 'it'\\''s' mcp");
    expect(windows.shellLine(["C:\\Program Files\\node.exe", "C:\\tl\\main.js", "hook"])).toBe(
      '"C:\\Program Files\\node.exe" C:\\tl\\main.js hook',
    );
  });

  it("has a POSIX shell everywhere, on Windows that of Git", () => {
    expect([linux.posixShells, mac.posixShells]).toEqual([["/bin/sh"], ["/bin/sh"]]);
    const env = { ProgramFiles: "C:\\Program Files", LOCALAPPDATA: "C:\\U\\AppData\\Local" };
    expect(platformOf({ os: "win32", home: "C:\\U", env }).posixShells).toEqual([
      "C:\\Program Files\\Git\\bin\\sh",
      "C:\\U\\AppData\\Local\\Programs\\Git\\bin\\sh",
      "sh",
    ]);
  });

  it("finds programs by the names and folders of the system", () => {
    expect(linux.programNames("codex")).toEqual(["codex"]);
    expect(windows.programNames("codex")).toEqual(["codex.exe", "codex.cmd"]);
    expect([linux.searchPath, windows.searchPath]).toEqual([
      ["/usr/bin", "/opt/a b"],
      ["C:\\bin", "D:\\x"],
    ]);
  });
});

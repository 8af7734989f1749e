import { spawn } from "node:child_process";

/** Opens a URL in the user's browser; false without a display or a program to open it. */
export function openBrowser(address: string): Promise<boolean> {
  const { DISPLAY, WAYLAND_DISPLAY, BROWSER } = process.env;
  const isHeadless = process.platform === "linux" && !DISPLAY && !WAYLAND_DISPLAY && !BROWSER;
  if (isHeadless) return Promise.resolve(false);
  const [command, ...args] = openers[process.platform] ?? ["xdg-open"];
  return new Promise((done) => {
    const child = spawn(command, [...args, address], { stdio: "ignore", detached: true });
    child.on("error", () => done(false));
    child.on("spawn", () => {
      child.unref();
      done(true);
    });
  });
}

const openers: Readonly<Record<string, readonly [string, ...string[]]>> = {
  darwin: ["open"],
  win32: ["rundll32", "url.dll,FileProtocolHandler"],
};

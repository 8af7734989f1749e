import { isDummy, isDummyLogin, isPlaceholder } from "../heuristics/is-placeholder.js";
import { isPasswordLike } from "../heuristics/password-like.js";
import type { Detector } from "../scan/scan.js";

/** `<add key="ClearTextPassword" value="…" />` of NuGet. */
export const nugetPassword: Detector = {
  words: ["<add key="],
  detect(scan, _start, end) {
    const line = scan.text.slice(end, end + 400);
    scan.steps += 64;
    const match = /^\\{0,16}["'](?:ClearText)?Password\\{0,16}["']\s{0,32}value=\\{0,16}["']/i.exec(line);
    if (!match) return;
    const value = /^[^"\n]{8,256}(?=")/.exec(line.slice(match[0].length))?.[0].replace(/\\+$/, "");
    if (value === undefined || /^%\S.*%$/.test(value)) return;
    const start = end + match[0].length;
    scan.report("nuget-config-password", start, start + value.length);
  },
};

/** `machine … login … password …` of `.netrc`. */
export const netrcPassword: Detector = {
  words: ["machine "],
  detect(scan, start) {
    const entry =
      /^machine\s{1,8}[\w.-]{1,200}\s{1,8}login\s{1,8}[^\s]{1,200}\s{1,8}password\s{1,8}([^\s"'\\]{3,200})/i.exec(
        scan.text.slice(start, start + 640),
      );
    scan.steps += 32;
    const password = entry?.[1];
    if (!entry || password === undefined || isPlaceholder(password) || isDummy(password)) return;
    const end = start + entry[0].length;
    scan.report("netrc-password", end - password.length, end);
  },
};

/** `"auth": "…"` of Docker's settings and `_auth=…` of npm's: base64 of `user:password`. */
export const basicLogin: Detector = {
  words: ['auth":', 'auth\\":', "_auth=", "basic "],
  detect(scan, _start, end) {
    const match = /^[ \t]{0,8}\\?["']?([A-Za-z0-9+/]{8,1024}={0,2})(?![A-Za-z0-9+/=])/.exec(
      scan.text.slice(end, end + 1040),
    );
    const value = match?.[1];
    scan.steps += 16 + (match?.[0].length ?? 0);
    if (!match || value === undefined || !isLogin(value) || isDummyLogin(value)) return;
    const start = end + match[0].length - value.length;
    scan.report("basic-login", start, start + value.length);
  },
};

function isLogin(base64: string): boolean {
  const login = Buffer.from(base64, "base64").toString("latin1");
  return /^[\w.@+$-]{1,100}:[\x21-\x7e]{3,}$/.test(login);
}

/** `Cookie: session=…`: the cookies that prove who one is. */
export const sessionCookie: Detector = {
  words: ["cookie:", 'cookie":', "cookie':"],
  detect(scan, _start, end) {
    const from = Math.max(end, scan.reached("cookie"));
    if (from >= end + 512) return;
    const line = /^[^\r\n]{0,1024}/.exec(scan.text.slice(from, end + 1024))?.[0] ?? "";
    scan.setReached("cookie", from + line.length);
    scan.steps += line.length;
    for (const cookie of line.matchAll(/[\w.-]{0,40}(?:sess|sid|auth|token|jwt)[\w.-]{0,40}=([\w%.+/=-]{12,})/gi)) {
      const value = cookie[1] ?? "";
      const start = from + cookie.index + cookie[0].length - value.length;
      if (isPasswordLike(value.slice(0, 128))) scan.report("session-cookie", start, start + value.length);
    }
  },
};

import { patternsOf } from "../failure-pattern.js";

export const shellPatterns = patternsOf("shell", [
  [
    "bad-interpreter",
    /bad interpreter|cannot execute: required file not found/i,
    0.9,
    "The interpreter in the first line of the script does not exist, or the line ends with a carriage return (Windows line endings)",
    ["Check the first line: `head -1 <script> | od -c`", "Remove carriage returns: `sed -i 's/\\r$//' <script>`"],
  ],
  [
    "syntax",
    /: (?:line )?\d+: syntax error(?!\S)(?! in expression)/i,
    0.88,
    "The shell script does not parse",
    ["Look for an open quote, if without fi, or do without done; run `bash -n`"],
  ],
  [
    "bashism",
    /: \d+: (?:Bad substitution|Syntax error: "\("|\[\[: not found|declare: not found|source: not found)|: \d+: Syntax error/,
    0.9,
    "A script for bash is run by sh",
    ["Run it with bash, or set the first line to #!/usr/bin/env bash"],
  ],
  [
    "integer",
    /unary operator expected|integer expression expected|integer expected/,
    0.95,
    "A comparison got an empty value or a text instead of a number",
    ["Quote the variable and give it a default value"],
  ],
  [
    "exec-format",
    /cannot execute binary file|Exec format error/,
    0.92,
    "The program is for another processor or operating system, or is not a program",
    ["Compare `file <program>` with `uname -m`"],
  ],
  [
    "identifier",
    /not a valid identifier/,
    0.96,
    "The name of a shell variable is not valid",
    ["Use letters, digits and underscores only; no spaces around ="],
  ],
  [
    "sed-syntax",
    /^sed: -e expression/m,
    0.96,
    "The sed expression is not valid",
    ["Escape or change the delimiter; check the closing one"],
  ],
  [
    "awk-syntax",
    /^(?:awk|gawk|mawk): [^\n]{0,60}(?:syntax error|unexpected|source line|cmd\. line)/m,
    0.93,
    "The awk program does not parse",
    ["Look for a missing bracket or quote"],
  ],
]);

export const archivePatterns = patternsOf("archive", [
  [
    "not-gzip",
    /not in gzip format|not recognized as (?:an )?archive format|This does not look like a tar archive|incorrect header check/i,
    0.93,
    "The file is not the archive that its name says",
    ["Check it with `file`: it is often an HTML error page or another compression"],
  ],
  [
    "truncated",
    /unexpected end of file\s+tar|gzip: stdin: unexpected end of file|Unexpected EOF in archive|(?<!JSONDecodeError: )unexpected end of (?:archive|data)|invalid compressed data/i,
    0.95,
    "The archive is incomplete",
    ["Download or copy it again; compare its size or checksum"],
  ],
  [
    "not-zip",
    /End-of-central-directory signature not found|not a zip file|File is not a zip file|BadZipFile/i,
    0.95,
    "The file is not a complete zip archive",
    ["Check it with `file`; download it again"],
  ],
  [
    "no-member",
    /Not found in archive|caution: filename not matched/i,
    0.95,
    "The archive has no such file",
    ["List its contents: `tar tf` or `unzip -l`"],
  ],
]);

export const sshPatterns = patternsOf("ssh", [
  [
    "key-permissions",
    /UNPROTECTED PRIVATE KEY FILE|Permissions \d+ for '[^'\n]{1,120}' are too open|bad permissions/i,
    0.97,
    "Others may read the private key, so ssh refuses it",
    ["`chmod 600` the key"],
  ],
  [
    "bad-key",
    /Load key "?[^"\n]{1,120}"?: (?:invalid format|error in libcrypto)|is not a (?:private|public) key file|invalid format\s*$|error in libcrypto/im,
    0.93,
    "The file is not a key that ssh can read",
    ["Check that it is the private key, complete and with its line breaks"],
  ],
  [
    "host-key",
    /REMOTE HOST IDENTIFICATION HAS CHANGED|Host key verification failed/i,
    0.96,
    "The server's host key is unknown or has changed",
    ["Check with the server's owner, then `ssh-keygen -R <host>`"],
  ],
]);

export const systemPatterns = patternsOf("system", [
  [
    "no-systemd",
    /System has not been booted with systemd/,
    0.98,
    "systemd does not run here: this is a container or WSL",
    ["Start the program directly, or use the container's supervisor"],
  ],
  [
    "no-package",
    /Unable to locate package|has no installation candidate|No match for argument: |no such package/i,
    0.93,
    "The package manager knows no package of that name",
    ["Update the package lists; check the name for this release"],
  ],
]);

/** Programs for one kind of data. */
export const jqPatterns = patternsOf("jq", [
  [
    "null",
    /jq: error[^\n]{0,60}Cannot (?:iterate over|index) null/,
    0.96,
    "The path leads to null: the input has no such field",
    ["Print the level above; use ? or // empty"],
  ],
  [
    "type",
    /jq: error[^\n]{0,60}Cannot index \w+ with/,
    0.96,
    "The input has another shape than the filter expects",
    ["Print its type: `jq type`; iterate arrays with .[]"],
  ],
  [
    "syntax",
    /jq: error: (?:syntax error|\S+\/\d+ is not defined)|jq: \d+ compile error/,
    0.96,
    "The jq filter is not valid",
    ["Quote it for the shell; check names of functions"],
  ],
]);

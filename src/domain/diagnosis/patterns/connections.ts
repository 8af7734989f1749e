import { patternsOf } from "../failure-pattern.js";

export const branchPatterns = patternsOf("git", [
  [
    "branch-not-merged",
    /is not fully merged/,
    0.97,
    "The branch has commits that are nowhere else",
    ["Merge it, or delete it with -D"],
  ],
  [
    "no-remote",
    /does not appear to be a git repository|No such remote|No configured push destination/,
    0.96,
    "There is no such remote",
    ["`git remote -v`; add it with `git remote add`"],
  ],
  [
    "no-upstream",
    /has no upstream branch|There is no tracking information/,
    0.97,
    "The branch does not follow a remote branch",
    ["`git push -u origin <branch>`"],
  ],
  [
    "no-repository",
    /repository '[^'\n]{1,160}' (?:does not exist|not found)|Repository not found/,
    0.94,
    "There is no such repository, or it is private",
    ["Check the URL and your access"],
  ],
  [
    "no-identity",
    /Please tell me who you are|unable to auto-detect email|no email was given/,
    0.97,
    "git knows no name and email for commits",
    ["`git config user.name` and user.email"],
  ],
  [
    "patch-failed",
    /patch does not apply|patch failed: /,
    0.96,
    "The file differs from what the patch expects",
    ["Rebase the patch, or use `git apply --3way`"],
  ],
  [
    "branch-checked-out",
    /is already (?:checked out|used by worktree) at/,
    0.97,
    "The branch is checked out in another working tree",
    ["`git worktree list`; work there or use another branch"],
  ],
  [
    "nothing-to-commit",
    /nothing (?:added )?to commit/,
    0.5,
    "There are no changes to commit",
    ["`git status`; add the files first"],
  ],
]);

export const socketPatterns = patternsOf("network", [
  [
    "socket-missing",
    /(?:ENOENT|No such file or directory)[^\n]{0,80}\.(?:sock|s\.PGSQL\.\d+)|(?:on|through) (?:local )?socket ['"][^'"\n]{1,160}['"][^\n]{0,30}(?:failed: No such file|\(2\))|\.s\.PGSQL\.\d+" failed: No such file|connect ENOENT \S+|Couldn't connect to server[^\n]{0,40}\.sock/,
    0.95,
    "The server is not running: its socket does not exist",
    ["Start the server, or check which socket path or host it uses"],
  ],
  [
    "empty-reply",
    /Empty reply from server|RemoteDisconnected|Remote end closed connection without response/,
    0.93,
    "The server closed the connection without an answer",
    ["Check its log at that moment; HTTP may be spoken to a port that expects something else"],
  ],
]);

export const certificatePatterns = patternsOf("tls", [
  [
    "key-mismatch",
    /key values mismatch|No cert(?:ificate)? [^\n]{0,60}matches private key/i,
    0.97,
    "Certificate and private key do not belong together",
    ["Compare their public keys; install the matching pair"],
  ],
  [
    "bad-pem",
    /Could not read (?:any )?(?:certificate|private key)|PEM routines:[^\n]{0,40}no start line|PEM lib|Expecting: (?:TRUSTED )?CERTIFICATE/i,
    0.95,
    "The file is not a certificate or key in PEM form",
    ["It must begin with -----BEGIN; convert it from DER if needed"],
  ],
]);

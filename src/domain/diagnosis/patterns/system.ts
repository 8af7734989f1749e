import { patternsOf } from "../failure-pattern.js";

export const permissionPatterns = patternsOf("permission", [
  [
    "file-denied",
    /\bEACCES\b|\bEPERM\b|permission denied|PermissionError|Operation not permitted|UnauthorizedAccessException|Access is denied|AccessDeniedException: \//i,
    0.78,
    "The user running the program may not read, write or execute the file",
    [
      "Show owner and permissions: `ls -l <path>` and `id`",
      "Change the owner instead of using mode 777; do not run everything as root",
    ],
    ["The file was created by root in an earlier run or in a container", "The disk is mounted noexec or read-only"],
  ],
  [
    "privileged-port",
    /(?:\bEACCES\b|permission denied)[^\n]{0,60}(?::|port )(?<port>80|443|[1-9]\d{0,2})\b/i,
    0.82,
    "Ports below 1024 need special permissions",
    ["Listen on a higher port, or grant the permission: setcap cap_net_bind_service"],
  ],
  [
    "not-executable",
    /permission denied[^\n]{0,60}\.(?:sh|py|bin)\b|cannot execute|\.\/\S+: Permission denied/i,
    0.85,
    "The file has no execute permission",
    [
      "`chmod +x <file>`, and commit the mode: `git update-index --chmod=+x`",
      "Check the first line (#!) of the script",
    ],
  ],
  [
    "sudo-needed",
    /must be run as root|you must be root|are you root\?|requires (?:root|superuser|administrator)|sudo: a (?:password|terminal) is required/i,
    0.92,
    "The command needs administrator rights",
    ["Run it with sudo, or find a way without administrator rights"],
  ],
  [
    "docker-socket",
    /permission denied while trying to connect to the Docker daemon socket|dial unix \/var\/run\/docker\.sock: connect: permission denied/i,
    0.97,
    "The user may not access the Docker daemon",
    ["Add the user to the docker group and log in again"],
  ],
  [
    "selinux",
    /SELinux is preventing|avc: +denied|apparmor="DENIED"/i,
    0.95,
    "A mandatory access control rule (SELinux, AppArmor) denies it",
    ["Read the audit log: `ausearch -m avc -ts recent`", "For volumes add :z or :Z"],
  ],
]);

export const diskPatterns = patternsOf("disk", [
  [
    "full",
    /\bENOSPC\b|no space left on device|disk (?:is )?full|There is not enough space on the disk|SQLITE_FULL|database or disk is full|Disk quota exceeded|\bEDQUOT\b/i,
    0.93,
    "The disk, its inodes or the quota are used up",
    [
      "`df -h` and `df -i` show which; `du -xsh * | sort -h` shows what",
      "Clear caches: `docker system prune`, package caches, logs",
    ],
    ["The limit on file watchers is reached", "/tmp or the shared memory is a separate small disk"],
  ],
  [
    "watchers",
    /(?:\bENOSPC\b|System limit)[^\n]{0,60}(?:watch|file watchers)|inotify(?: watch)? limit|max_user_watches/i,
    0.96,
    "The system's limit on watched files is reached, not the disk",
    ["Raise fs.inotify.max_user_watches", "Exclude node_modules and build folders from watching"],
  ],
  [
    "read-only",
    /\bEROFS\b|read-only file system/i,
    0.93,
    "The disk is mounted read-only",
    [
      "Write to another location (a volume, /tmp)",
      "`mount | grep ro,` and the kernel log show whether an error forced it",
    ],
  ],
  [
    "too-many-files",
    /\bEMFILE\b|\bENFILE\b|too many open files/i,
    0.93,
    "The process or the system has too many open files",
    [
      "Show the limit, `ulimit -n`, and the open files, `lsof -p <pid> | wc -l`",
      "Look for files or sockets that are not closed; open fewer at once",
    ],
    ["The limit is low by default on this system"],
  ],
  [
    "io-error",
    /\bEIO\b|Input\/output error|I\/O error, dev/i,
    0.85,
    "The disk or the network share fails",
    ["Back up the data, then check `dmesg` and the SMART data"],
  ],
  [
    "missing-file",
    /\bENOENT\b|No such file or directory|the path "[^"\n]{1,200}" does not exist|error TS(?:5057|5058|5081|6053)\b|^node: [^\n:]{1,200}: not found|file or directory not found: |Cannot find (?:a tsconfig|file)|FileNotFoundError|FileNotFoundException|cannot find the (?:file|path) specified|os error 2\b/im,
    0.7,
    "A file or folder does not exist at that path",
    ["Print the absolute path: relative paths depend on the folder the process started in", "Check spelling and case"],
    ["The step that creates it did not run", "The program itself (not its argument) is missing from PATH"],
  ],
  [
    "file-exists",
    /\bEEXIST\b|FileExistsError|FileAlreadyExistsException|: File exists\b/,
    0.85,
    "A file or folder of that name already exists",
    ["Remove it first, or use the option that allows it (exist_ok, recursive, -p)"],
  ],
  [
    "is-directory",
    /\bEISDIR\b|Is a directory|IsADirectoryError/i,
    0.9,
    "The path is a folder, but a file is expected",
    ["Check the path; a missing bind-mounted file becomes a folder in Docker"],
  ],
  [
    "not-directory",
    /\bENOTDIR\b|Not a directory\b|NotADirectoryError/i,
    0.88,
    "A part of the path is a file, not a folder",
    ["Check each part of the path"],
  ],
  [
    "name-too-long",
    /\bENAMETOOLONG\b|File name too long|path too long|MAX_PATH/i,
    0.93,
    "A file name or path is longer than the system allows",
    ["Shorten it; on Windows, enable long paths: `git config core.longpaths true`"],
  ],
  [
    "cross-device",
    /\bEXDEV\b|cross-device link/i,
    0.95,
    "A file cannot be renamed from one disk to another",
    ["Copy and delete instead, or create the temporary file in the target's folder"],
  ],
  [
    "not-empty",
    /\bENOTEMPTY\b|Directory not empty/i,
    0.88,
    "The folder to remove is not empty",
    ["Remove it recursively, and check that no other process writes into it"],
  ],
  [
    "busy",
    /\bEBUSY\b|text file busy|\bETXTBSY\b|being used by another process|resource busy or locked/i,
    0.9,
    "Another process uses the file",
    [
      "Find the process: `lsof <path>` or the Resource Monitor",
      "On Windows, virus scanners and editors lock files briefly: retry",
    ],
  ],
]);

export const memoryPatterns = patternsOf("memory", [
  [
    "node-heap",
    /JavaScript heap out of memory|Reached heap limit|Ineffective mark-compacts/i,
    0.93,
    "Node's heap is full",
    ["Raise it: NODE_OPTIONS=--max-old-space-size=4096", "Take a heap snapshot; process data as a stream"],
    ["A memory leak that grows with every request"],
  ],
  [
    "oom-killed",
    /OOMKilled|Out of memory: Kill(?:ed)? process|exit(?:ed)?(?: with)?(?: code| status)? 137|signal: killed|oom-kill|system ran out of memory/i,
    0.87,
    "The system killed the process because memory ran out",
    [
      "Confirm it: `dmesg | grep -i oom`, `kubectl describe pod`",
      "Raise the limit or use less: fewer workers, smaller batches",
    ],
    ["A user or a timeout killed it (SIGKILL)"],
  ],
  [
    "java-heap",
    /java\.lang\.OutOfMemoryError(?:: (?<name>[^\n]{1,60}))?|GC overhead limit exceeded/i,
    0.94,
    "The Java heap or metaspace is full ({name})",
    ["Raise -Xmx within the container's limit", "Take a heap dump: -XX:+HeapDumpOnOutOfMemoryError"],
  ],
  [
    "python-memory",
    /MemoryError\b|Unable to allocate [\d.]+ [GMK]i?B|bad_alloc/i,
    0.9,
    "An allocation exceeds the available memory",
    ["Process the data in chunks; use smaller types", "Check the size in the message for a wrong shape"],
  ],
  [
    "cuda-oom",
    /CUDA out of memory|CUBLAS_STATUS_ALLOC_FAILED|torch\.(?:cuda\.)?OutOfMemoryError/i,
    0.97,
    "The GPU memory is full",
    [
      "Lower the batch size, use half precision or gradient checkpointing",
      "`nvidia-smi` shows the other processes on the GPU",
    ],
  ],
  [
    "cannot-allocate",
    /Cannot allocate memory|\bENOMEM\b|fork: retry|Resource temporarily unavailable/i,
    0.82,
    "The system has no memory or no process slots left",
    ["Check `free -m`, `ulimit -u` and the container's limits", "Run fewer things in parallel"],
  ],
  [
    "stack-overflow",
    /Maximum call stack size exceeded|StackOverflowError|RecursionError|stack overflow|maximum recursion depth|has overflowed its stack/i,
    0.93,
    "A function recurses endlessly or too deeply",
    [
      "Find the repeating frames in the trace; check the condition that ends the recursion",
      "Turn deep recursion into a loop",
    ],
    ["A circular structure is traversed or serialized"],
  ],
  [
    "segfault",
    /segmentation fault|SIGSEGV|signal 11|exit(?:ed)?(?: with)?(?: code| status)? 139|access violation|0xC0000005/i,
    0.8,
    "Native code accessed invalid memory",
    [
      "Get a stack trace: gdb, `coredumpctl`, faulthandler",
      "Update or rebuild the native modules; check versions of shared libraries",
    ],
  ],
  [
    "double-free",
    /double free|heap corruption|munmap_chunk|AddressSanitizer|invalid pointer|corrupted size/i,
    0.93,
    "Memory is freed twice or overwritten",
    ["Run with AddressSanitizer or valgrind and read the first report"],
  ],
]);

export const encodingPatterns = patternsOf("encoding", [
  [
    "python-unicode",
    /UnicodeDecodeError|UnicodeEncodeError|codec can't (?:de|en)code/i,
    0.94,
    "The text is read or written with the wrong encoding",
    ['Name the encoding: open(..., encoding="utf-8"), PYTHONUTF8=1', "Detect the encoding: `file -i <file>`"],
  ],
  [
    "invalid-utf8",
    /invalid (?:UTF-8|utf8|byte sequence)|stream did not contain valid UTF-8|malformed UTF-8|Incorrect string value: '\\x/i,
    0.9,
    "Bytes are not valid UTF-8",
    ["Detect the real encoding and convert the file: iconv", "In MySQL use utf8mb4"],
    ["The file is binary or compressed"],
  ],
  [
    "line-endings",
    /\\r': command not found|\$'[^'\n]{0,80}\\r'|bad interpreter: [^\n]{0,60}\^M|(?:\^M|\r): bad interpreter|\$'\\r'|\benv: [‘'"`]?[\w./-]{1,80}(?:\\r|\^M|\r['’"`:])/i,
    0.97,
    "The file has Windows line endings",
    ["Convert it: `sed -i 's/\\r$//' <file>`", "Set it in .gitattributes: *.sh text eol=lf"],
  ],
  [
    "bom",
    /\\ufeff|byte order mark|U\+FEFF|ï»¿/i,
    0.92,
    "The file begins with a byte order mark",
    ["Save it as UTF-8 without BOM, or read it as utf-8-sig"],
  ],
]);

export const concurrencyPatterns = patternsOf("concurrency", [
  [
    "go-deadlock",
    /all goroutines are asleep - deadlock/i,
    0.97,
    "Every goroutine waits for another one",
    ["Look for channels without a receiver, locks taken twice, a WaitGroup that is not done"],
  ],
  [
    "go-race",
    /WARNING: DATA RACE|concurrent map (?:writes|read and map write|iteration and map write)/i,
    0.97,
    "Two goroutines access the same memory without a lock",
    ["Read both stacks of the report; guard the value with a mutex or a channel"],
  ],
  [
    "go-closed-channel",
    /send on closed channel|close of closed channel|close of nil channel/i,
    0.96,
    "A channel is used after it was closed",
    ["Let only the sender close it, once"],
  ],
  [
    "java-concurrent",
    /ConcurrentModificationException|RejectedExecutionException|IllegalMonitorStateException/i,
    0.9,
    "A collection or executor is used by several threads, or changed during iteration",
    ["Change through the iterator or a copy; use concurrent collections"],
  ],
  [
    "python-event-loop",
    /attached to a different loop|asyncio[^\n]{0,80}(?:is already running|different (?:event )?loop|no running event loop|was never awaited)|RuntimeError: (?:This event loop|asyncio\.run\(\) cannot be called|Event loop is closed|There is no current event loop|no running event loop)|coroutine '[^'\n]{1,80}' was never awaited/i,
    0.92,
    "A coroutine is not awaited, or runs in the wrong event loop",
    ["Await every coroutine; call asyncio.run once at the top"],
  ],
  [
    "rust-send",
    /cannot be (?:sent|shared) between threads safely|Mutex[^\n]{0,20}poisoned|PoisonError|already borrowed: BorrowMutError|already mutably borrowed/i,
    0.92,
    "A value is shared in a way its type does not allow",
    ["Use Arc and Mutex; keep borrows short"],
  ],
  [
    "lock-file",
    /(?:Could not get lock|Unable to (?:acquire|create)[^\n]{0,60}lock|lock file (?:exists|is held)|Another (?:instance|process)[^\n]{0,60}(?:running|holds)|Blocking waiting for file lock)/i,
    0.85,
    "Another process holds the lock, or a crashed one left it behind",
    ["Check whether the other process still runs; delete the lock only if it does not"],
  ],
]);

import { patternsOf } from "../failure-pattern.js";

export const languagePatterns = patternsOf("runtime", [
  [
    "lua-nil",
    /attempt to (?:index|call|perform arithmetic on|concatenate|compare)[^\n]{0,20} (?:a )?nil/,
    0.96,
    "A value is nil where something else is expected",
    ["The message names the field or global; find where it should be set"],
  ],
  [
    "lua-module",
    /module '(?<name>[^'\n]{1,80})' not found:/,
    0.95,
    "Lua finds no module {name}",
    ["Check package.path; install it with luarocks"],
  ],
  [
    "perl-module",
    /Can't locate (?<name>[\w/]{1,80}\.pm) in @INC/,
    0.97,
    "The Perl module {name} is not installed",
    ["Install it with cpan or the system's package manager"],
  ],
  [
    "perl-undef",
    /Can't call method "(?<name>\w{1,80})" on (?:an undefined value|unblessed)/,
    0.96,
    "`{name}` is called on a value that is undefined",
    ["Find the call that returned nothing"],
  ],
  [
    "perl-global",
    /Global symbol "[^"\n]{1,80}" requires explicit package name/,
    0.97,
    "A variable is not declared",
    ["Declare it with my; check spelling"],
  ],
  [
    "perl-sub",
    /Undefined subroutine &(?<name>[\w:]{1,80})/,
    0.96,
    "The function {name} does not exist",
    ["Check spelling and imports"],
  ],
  [
    "elixir-undefined",
    /UndefinedFunctionError\) function (?<name>[\w.!?]{1,80})/,
    0.96,
    "The function {name} does not exist, or its module is not loaded",
    ["Check spelling, arity and that the module is compiled"],
  ],
  [
    "elixir-match",
    /\(MatchError\) no match of right hand side value/,
    0.95,
    "A value does not have the expected form",
    ["Handle the other form with case"],
  ],
  [
    "elixir-clause",
    /\(FunctionClauseError\)/,
    0.95,
    "No clause of the function accepts these arguments",
    ["Compare them with the clauses in the message"],
  ],
  [
    "ruby-method",
    /undefined method [`'](?<name>[^'`\n]{1,60})[`'] for (?!nil)/,
    0.94,
    "The object has no method {name}",
    ["Check spelling and the object's class"],
  ],
  [
    "ruby-arguments",
    /wrong number of arguments \(given/,
    0.96,
    "A method is called with the wrong number of arguments",
    ["Compare the call with the definition"],
  ],
  ["ruby-key", /key not found: /, 0.95, "The hash has no such key", ["Print its keys; strings and symbols differ"]],
  [
    "ruby-type",
    /no implicit conversion of|can't be coerced into/,
    0.95,
    "A value has the wrong type for the operation",
    ["Convert it first: to_s, to_i"],
  ],
  ["ruby-frozen", /can't modify frozen/, 0.97, "A frozen object is changed", ["Work on a copy: dup"]],
  [
    "php-type",
    /must be of type [^\n]{1,60} given/,
    0.95,
    "A function received an argument of the wrong type",
    ["Convert it at the call, or allow the type"],
  ],
  [
    "php-arguments",
    /ArgumentCountError|Too few arguments to function/,
    0.96,
    "A function is called with too few arguments",
    ["Compare the call with the definition"],
  ],
  [
    "swift-nil",
    /Unexpectedly found nil while/,
    0.97,
    "An optional that is nil is unwrapped",
    ["Use if let or guard let; find out why it is nil"],
  ],
  [
    "overflow",
    /with overflow|ArithmeticException: (?:integer|long) overflow|OverflowError/,
    0.93,
    "A number is too large or too small for its type",
    ["Use a larger type or checked arithmetic"],
  ],
  [
    "index",
    /index out of bounds: the len is|IndexOutOfRangeException|Index was outside the bounds/,
    0.96,
    "The index is beyond the end",
    ["Check the length first"],
  ],
  [
    "type-assertion",
    /interface conversion: /,
    0.96,
    "The value has another type than the assertion claims",
    ["Use the two-value form, v, ok := x.(T)"],
  ],
  [
    "r-object",
    /object '(?<name>[^'\n]{1,80})' not found/,
    0.93,
    "There is no object {name}",
    ["Check spelling; run the lines that create it"],
  ],
  [
    "r-package",
    /there is no package called [‘'](?<name>[^’'\n]{1,80})/,
    0.97,
    "The R package {name} is not installed",
    ["install.packages(…)"],
  ],
  ["r-type", /non-numeric argument to/, 0.96, "A text is used as a number", ["as.numeric(…); check how it was read"]],
  [
    "killed",
    /^[^\n]{0,80}\bKilled\b(?!:)/m,
    0.8,
    "The process was killed from outside, most often because memory ran out",
    ["Look for the out-of-memory killer in dmesg", "Give it more memory or less work"],
  ],
  [
    "timeout-command",
    /(?:Command|Job|Step)[^\n]{0,40} timed out after|Error 124\b|exit(?:ed with)? code 124/,
    0.92,
    "The command ran longer than its time limit",
    ["Find the step that hangs; raise the limit only if the work takes that long"],
  ],
  [
    "exit-code",
    /CalledProcessError: Command|non-zero return code|returned non-zero exit status|Command failed with exit code/i,
    0.75,
    "A command that the program started failed",
    ["Run that command by itself; its own output says why"],
  ],
]);

export const assignmentPatterns = patternsOf("node", [
  [
    "read-only",
    /Cannot assign to read only property|which has only a getter/,
    0.96,
    "A property that cannot be changed is assigned",
    ["Copy the object first; look for Object.freeze"],
  ],
  ["const-assign", /Assignment to constant variable/, 0.97, "A constant is assigned again", ["Declare it with let"]],
  [
    "directory-import",
    /ERR_UNSUPPORTED_DIR_IMPORT/,
    0.97,
    "ES modules cannot import a folder",
    ["Write the file: ./folder/index.js"],
  ],
]);

export const expectationPatterns = patternsOf("test", [
  [
    "no-raise",
    /DID NOT RAISE|Missing expected (?:exception|rejection)|to throw an error|Expected [^\n]{1,80} to be thrown, but nothing was thrown/,
    0.95,
    "The code under test raised no error although the test expects one",
    ["Check the condition that should raise it"],
  ],
]);

export const memorySafetyPatterns = patternsOf("memory", [
  [
    "use-after-free",
    /heap-use-after-free|heap-buffer-overflow|stack-buffer-overflow|stack-use-after/,
    0.97,
    "The program uses memory that it does not own",
    ["The report names the access, the allocation and the release"],
  ],
]);

export const cppPatterns = patternsOf("cpp", [
  [
    "uncaught-exception",
    /terminate called after throwing an instance of '(?<name>[^'\n]{1,80})'/,
    0.94,
    "A C++ exception was not caught: {name}",
    ["Run in a debugger with `catch throw` to see where"],
  ],
]);

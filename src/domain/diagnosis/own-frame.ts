/** Frames of stack traces. The groups `file` and `line` are the place, `module` is a dotted name where the file has no path. */
const framePatterns = [
  /\bat (?:[^\n(]{0,120}\()?(?:file:\/\/|webpack-internal:\/\/\/\.\/)?(?<file>(?:[A-Za-z]:)?[^\s():]{1,200}):(?<line>\d{1,6}):\d+\)?/g,
  /^\s*(?<file>\/[^\s:]{1,200}\.go):(?<line>\d{1,6})/gm,
  /\bat (?:\w[\w.]*\/)?(?<module>[\w.$<>]{1,160})\((?<file>\w{1,80}\.(?:java|kt|scala|groovy)):(?<line>\d{1,6})\)/g,
  /panicked at (?:'[^'\n]{0,200}', )?(?<file>[^\s:]{1,200}\.rs):(?<line>\d{1,6})/g,
  /^\s*(?:from )?(?<file>[^\s:<]{1,200}\.rb):(?<line>\d{1,6}):in/gm,
  / in (?<file>[^\s:][^\n:]{0,200}\.(?:cs|fs|vb)):line (?<line>\d{1,6})/g,
  / in (?<file>\/[^\s:]{1,200}\.php)(?::| on line )(?<line>\d{1,6})/g,
  /^\s*❯ (?:[^\n]{0,80} )?(?<file>[^\s:]{1,200}\.[cm]?[jt]sx?):(?<line>\d{1,6}):\d+$/gm,
  /^(?<file>[^\s:]{1,200}\.(?:py|swift)):(?<line>\d{1,6}): (?:\w*(?:Error|Exception|Failed)\b|Fatal error)/gm,
  /^(?:[\w.]{1,30}: )?(?<file>[^\s:]{1,200}\.lua):(?<line>\d{1,6}):/gm,
  /^(?<file>\/[^\s:]{1,200}\.[cm]?[jt]sx?):(?<line>\d{1,6})$/gm,
  /^\s*#\d+ 0x[0-9a-f]+ in \S{1,120} (?<file>\/[^\s:]{1,200}):(?<line>\d{1,6})/gm,
];
const libraryPath =
  /node_modules|node:|site-packages|\/usr\/(?:lib|local|include|share)|\/go\/pkg|\/go\/src\/runtime|\.cargo\/registry|\/?rustc\/|dist-packages|^<|^internal\/|[\\/]lib(?:64)?[\\/]python\d|[\\/]Python\d+[\\/]Lib[\\/]|\/gems\/|\/vendor\/|\.p(?:yx|xi|xd)$/i;
const libraryModule =
  /^(?:java|javax|jakarta|jdk|sun|com\.sun|kotlin|kotlinx|scala|groovy|org\.(?:springframework|apache|hibernate|junit|gradle|eclipse|mockito|jboss|postgresql|codehaus|slf4j|testng)|com\.(?:fasterxml|google|zaxxer|mysql|amazonaws)|io\.(?:netty|micrometer|grpc)|reactor|okhttp3|retrofit2)\./;

export const isLibrary = (file: string, module?: string): boolean =>
  module === undefined ? libraryPath.test(file) : libraryModule.test(module);

/** The first frame of a stack trace (in Python: the last) that is not in a library. */
export function ownFrame(text: string): string | undefined {
  if (/^\s*File "/m.test(text)) return ownPythonFrame(text);
  for (const pattern of framePatterns) {
    for (const { groups } of text.matchAll(pattern)) {
      const { file = "", line, module } = groups ?? {};
      if (!isLibrary(file, module)) return `${file}:${line}`;
    }
  }
  return undefined;
}

/** A cause is raised first; what was raised while handling it last. The traceback in question is the innermost own one. */
function ownPythonFrame(text: string): string | undefined {
  const isWrapped = text.includes("The above exception was the direct cause");
  const places = text
    .split(/^(?:During handling of the above|The above exception was)/m)
    .map((traceback) =>
      [...traceback.matchAll(/File "(?<file>[^"\n]{1,200})", line (?<line>\d{1,6})/g)]
        .filter(({ groups }) => !isLibrary(groups?.file ?? ""))
        .map(({ groups }) => `${groups?.file}:${groups?.line}`)
        .at(-1),
    )
    .filter((place) => place !== undefined);
  return isWrapped ? places[0] : places.at(-1);
}

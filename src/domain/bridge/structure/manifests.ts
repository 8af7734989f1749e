import { isObject } from "../../../base/json.js";
import { valueInToml } from "../../formats/read-toml.js";

/** Facts that one manifest declares. */
export interface ManifestFacts {
  readonly type?: string;
  readonly technologies?: readonly string[];
  readonly entryPoint?: string | undefined;
  readonly scripts?: Readonly<Record<string, string>>;
}

interface Manifest {
  /** Matches the file name, in the root or a nested package. */
  readonly file: RegExp;
  read(text: string, files: ReadonlySet<string>): ManifestFacts;
}

/** The first of these files that exists. */
const firstPresent = (files: ReadonlySet<string>, ...names: readonly string[]) => names.find((name) => files.has(name));

const firstMatching = (files: ReadonlySet<string>, pattern: RegExp) =>
  [...files].sort().find((file) => pattern.test(file));

/** Technologies whose keyword the text contains. */
const technologiesIn = (text: string, words: Readonly<Record<string, string>>): string[] =>
  Object.entries(words)
    .filter(([word]) => text.includes(word))
    .map(([, technology]) => technology);

/** By precedence: the first manifest that declares a type, an entry point or a script wins. */
export const manifests: readonly Manifest[] = [
  { file: /^package\.json$/, read: readPackageJson },
  { file: /^pnpm-workspace\.yaml$/, read: () => ({ technologies: ["pnpm workspaces"] }) },
  { file: /^deno\.jsonc?$/, read: () => ({ type: "Deno application", technologies: ["Deno"] }) },
  { file: /^pyproject\.toml$/, read: readPyproject },
  { file: /^(requirements[\w-]*\.txt|setup\.(py|cfg)|Pipfile|environment\.yml)$/, read: readPython },
  {
    file: /^go\.(mod|work)$/,
    read: (text, files) => ({
      type: "Go module",
      technologies: [
        "Go",
        ...technologiesIn(text, {
          "gin-gonic/gin": "Gin",
          "labstack/echo": "Echo",
          "gofiber/fiber": "Fiber",
          "google.golang.org/grpc": "gRPC",
        }),
      ],
      entryPoint: firstPresent(files, "main.go") ?? firstMatching(files, /^cmd\/[^/]+\/main\.go$/),
      scripts: { build: "go build ./...", test: "go test ./..." },
    }),
  },
  {
    file: /^Cargo\.toml$/,
    read: (text, files) => ({
      type:
        "workspace" in readToml(text)
          ? "Rust workspace"
          : files.has("src/main.rs")
            ? "Rust application"
            : "Rust library",
      technologies: [
        "Rust",
        "Cargo",
        ...technologiesIn(text, { tokio: "Tokio", "actix-web": "Actix Web", axum: "Axum", serde: "Serde" }),
      ],
      entryPoint: firstPresent(files, "src/main.rs", "src/lib.rs"),
      scripts: { build: "cargo build", test: "cargo test" },
    }),
  },
  {
    file: /^pom\.xml$/,
    read: (text, files) => ({
      type: text.includes("<modules>") ? "Java project of several modules (Maven)" : "Java application (Maven)",
      technologies: [
        "Java",
        "Maven",
        ...technologiesIn(text, { "spring-boot": "Spring Boot", quarkus: "Quarkus", "junit-jupiter": "JUnit" }),
      ],
      entryPoint: firstMatching(files, /^(.*\/)?src\/main\/java\/.*(Application|Main)\.java$/),
      scripts: { build: "mvn package", test: "mvn test" },
    }),
  },
  {
    file: /^(build|settings)\.gradle(\.kts)?$/,
    read: (text, files) => ({
      type: text.includes("com.android") ? "Android application" : "Java application (Gradle)",
      technologies: [
        "Gradle",
        ...technologiesIn(text, {
          "org.springframework.boot": "Spring Boot",
          kotlin: "Kotlin",
          "com.android": "Android",
        }),
      ],
      entryPoint: firstMatching(files, /^(.*\/)?src\/main\/(java|kotlin)\/.*(Application|Main)\.(java|kt)$/),
      scripts: { build: "./gradlew build", test: "./gradlew test" },
    }),
  },
  {
    file: /\.(sln|slnx|csproj|fsproj|vbproj)$/,
    read: (text, files) => ({
      type: ".NET application",
      technologies: [
        ".NET",
        ...technologiesIn(text, { "Microsoft.NET.Sdk.Web": "ASP.NET Core", xunit: "xUnit", Avalonia: "Avalonia" }),
      ],
      entryPoint: firstMatching(files, /(^|\/)Program\.(cs|fs)$/),
      scripts: { build: "dotnet build", test: "dotnet test" },
    }),
  },
  {
    file: /^(Gemfile|.+\.gemspec)$/,
    read: (text, files) => ({
      type: /['"]rails['"]/.test(text) ? "Ruby on Rails application" : "Ruby project",
      technologies: [
        "Ruby",
        "Bundler",
        ...technologiesIn(text, { rails: "Rails", sinatra: "Sinatra", rspec: "RSpec" }),
      ],
      entryPoint: firstPresent(files, "config.ru", "bin/rails", "main.rb"),
      scripts: files.has("Rakefile") ? { rake: "bundle exec rake" } : {},
    }),
  },
  { file: /^composer\.json$/, read: readComposer },
  {
    file: /^(CMakeLists\.txt|meson\.build|configure\.ac|BUILD\.bazel|WORKSPACE|MODULE\.bazel)$/,
    read: (text, files) => ({
      type: "C/C++ project",
      technologies: technologiesIn(text, {
        cmake_minimum_required: "CMake",
        "project(": "C/C++",
        AC_INIT: "Autotools",
        cc_: "Bazel",
      }),
      entryPoint: firstMatching(files, /(^|\/)main\.(c|cc|cpp|cxx)$/),
    }),
  },
  {
    file: /^mix\.exs$/,
    read: (text) => ({
      type: "Elixir application",
      technologies: ["Elixir", ...technologiesIn(text, { phoenix: "Phoenix" })],
    }),
  },
  {
    file: /^pubspec\.yaml$/,
    read: (text) => ({
      type: "Dart application",
      technologies: ["Dart", ...technologiesIn(text, { flutter: "Flutter" })],
    }),
  },
  { file: /^Package\.swift$/, read: () => ({ type: "Swift package", technologies: ["Swift"] }) },
  { file: /^build\.sbt$/, read: () => ({ type: "Scala project", technologies: ["Scala", "sbt"] }) },
  { file: /\.tf$/, read: () => ({ technologies: ["Terraform"] }) },
  { file: /^(Dockerfile|.+\.Dockerfile|Containerfile)$/, read: () => ({ technologies: ["Docker"] }) },
  {
    file: /^(docker-)?compose\.ya?ml$/,
    read: (text) => ({
      technologies: [
        "Docker Compose",
        ...technologiesIn(text, {
          postgres: "PostgreSQL",
          redis: "Redis",
          mysql: "MySQL",
          mongo: "MongoDB",
          kafka: "Kafka",
        }),
      ],
    }),
  },
  {
    file: /^(GNUmakefile|[Mm]akefile)$/,
    read: (text, files) => ({
      type: firstMatching(files, /\.(c|cc|cpp)$/) ? "C/C++ project" : "Make project",
      technologies: ["Make"],
      entryPoint: firstMatching(files, /(^|\/)main\.(c|cc|cpp|cxx)$/),
      scripts: Object.fromEntries(makeTargets(text).map((target) => [target, `make ${target}`])),
    }),
  },
];

/** Targets for people: neither patterns nor files with extensions. */
const makeTargets = (text: string) =>
  [...text.matchAll(/^([A-Za-z][\w-]*)\s*:(?!=)/gm)].map(([, target = ""]) => target).slice(0, 50);

const nodeFrameworks: Readonly<Record<string, string>> = {
  react: "React",
  next: "Next.js",
  vue: "Vue",
  nuxt: "Nuxt",
  svelte: "Svelte",
  "@angular/core": "Angular",
  preact: "Preact",
  "solid-js": "Solid",
  express: "Express",
  fastify: "Fastify",
  hono: "Hono",
  koa: "Koa",
  "@nestjs/core": "NestJS",
  electron: "Electron",
  vite: "Vite",
  webpack: "webpack",
  esbuild: "esbuild",
  jest: "Jest",
  vitest: "Vitest",
  mocha: "Mocha",
  playwright: "Playwright",
  "@playwright/test": "Playwright",
  prisma: "Prisma",
  "drizzle-orm": "Drizzle",
  graphql: "GraphQL",
  tailwindcss: "Tailwind CSS",
  typescript: "TypeScript",
  eslint: "ESLint",
  "@biomejs/biome": "Biome",
  zod: "zod",
};

const lockFiles: Readonly<Record<string, string>> = {
  "package-lock.json": "npm",
  "pnpm-lock.yaml": "pnpm",
  "yarn.lock": "Yarn",
  "bun.lock": "Bun",
  "bun.lockb": "Bun",
};

function readPackageJson(text: string, files: ReadonlySet<string>): ManifestFacts {
  const manifest = readObject(text);
  const dependencies = {
    ...objectIn(manifest, "dependencies"),
    ...objectIn(manifest, "devDependencies"),
    ...objectIn(manifest, "peerDependencies"),
  };
  const scripts = stringsIn(manifest, "scripts");
  const isWorkspace = manifest.workspaces !== undefined || files.has("pnpm-workspace.yaml");
  const isLibrary = !("start" in scripts) && (manifest.exports !== undefined || manifest.types !== undefined);
  return {
    type: isWorkspace ? "Node.js workspace" : isLibrary ? "Node.js library" : "Node.js application",
    technologies: [
      "Node.js",
      ...Object.keys(nodeFrameworks)
        .filter((name) => name in dependencies)
        .map((name) => nodeFrameworks[name] ?? name),
      ...(files.has("tsconfig.json") ? ["TypeScript"] : []),
      ...Object.entries(lockFiles)
        .filter(([file]) => files.has(file))
        .map(([, manager]) => manager),
      ...(manifest.workspaces === undefined ? [] : ["workspaces"]),
    ],
    entryPoint: nodeEntry(manifest, files),
    scripts,
  };
}

function nodeEntry(manifest: Readonly<Record<string, unknown>>, files: ReadonlySet<string>): string | undefined {
  const { main, module, bin } = manifest;
  const programs = typeof bin === "string" ? [bin] : Object.values(stringsIn(manifest, "bin"));
  const declared = [main, module, ...programs].find((one): one is string => typeof one === "string");
  const conventional = firstPresent(
    files,
    "src/index.ts",
    "src/main.ts",
    "src/index.js",
    "src/main.js",
    "index.js",
    "index.ts",
    "server.js",
    "app.js",
  );
  return declared === undefined ? conventional : declared.replace(/^\.\//, "");
}

const pythonFrameworks = {
  django: "Django",
  Django: "Django",
  flask: "Flask",
  Flask: "Flask",
  fastapi: "FastAPI",
  pytest: "pytest",
  numpy: "NumPy",
  pandas: "pandas",
  torch: "PyTorch",
  tensorflow: "TensorFlow",
  sqlalchemy: "SQLAlchemy",
  SQLAlchemy: "SQLAlchemy",
};

const pythonEntry = (files: ReadonlySet<string>) =>
  firstPresent(files, "manage.py", "main.py", "app.py", "src/main.py", "app/main.py") ??
  firstMatching(files, /(^|\/)__main__\.py$/);

function readPyproject(text: string, files: ReadonlySet<string>): ManifestFacts {
  const { tool, project } = readToml(text);
  const tools = fieldsOf(tool);
  const builders = { poetry: "Poetry", uv: "uv", hatch: "Hatch", pdm: "PDM" };
  return {
    type: "Python project",
    technologies: [
      "Python",
      ...Object.entries(builders)
        .filter(([name]) => name in tools)
        .map(([, name]) => name),
      ...technologiesIn(text, pythonFrameworks),
    ],
    entryPoint: pythonEntry(files),
    scripts: { ...stringsIn(fieldsOf(tools.poetry), "scripts"), ...stringsIn(fieldsOf(project), "scripts") },
  };
}

function readPython(text: string, files: ReadonlySet<string>): ManifestFacts {
  return {
    type: "Python project",
    technologies: ["Python", ...technologiesIn(text, pythonFrameworks)],
    entryPoint: pythonEntry(files),
  };
}

function readComposer(text: string, files: ReadonlySet<string>): ManifestFacts {
  const manifest = readObject(text);
  const required = JSON.stringify({ ...objectIn(manifest, "require"), ...objectIn(manifest, "require-dev") });
  return {
    type: "PHP project",
    technologies: [
      "PHP",
      "Composer",
      ...technologiesIn(required, { "laravel/framework": "Laravel", "symfony/": "Symfony", phpunit: "PHPUnit" }),
    ],
    entryPoint: firstPresent(files, "public/index.php", "index.php"),
    scripts: stringsIn(manifest, "scripts"),
  };
}

/** An invalid manifest must not fail the description. */
function readObject(text: string, parse: (text: string) => unknown = JSON.parse): Record<string, unknown> {
  try {
    return fieldsOf(parse(text));
  } catch (error) {
    if (error instanceof SyntaxError) return {};
    throw error;
  }
}

const readToml = (text: string) => readObject(text, (toml) => valueInToml(toml, []));

const fieldsOf = (value: unknown): Record<string, unknown> => (isObject(value) ? value : {});

const objectIn = (from: Readonly<Record<string, unknown>>, name: string) => fieldsOf(from[name]);

const stringsIn = (from: Readonly<Record<string, unknown>>, name: string): Record<string, string> =>
  Object.fromEntries(
    Object.entries(objectIn(from, name)).map(([key, value]) => [
      key,
      typeof value === "string" ? value : JSON.stringify(value),
    ]),
  );

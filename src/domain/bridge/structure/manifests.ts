import { isObject } from "../../../base/json.js";
import { valueInToml } from "../../formats/read-toml.js";

/** What one manifest says about its repository. */
export interface Finding {
  readonly type?: string;
  readonly technologies?: readonly string[];
  readonly entryPoint?: string | undefined;
  readonly scripts?: Readonly<Record<string, string>>;
}

interface Manifest {
  /** Matches the name of the file, wherever it lies near the root. */
  readonly file: RegExp;
  read(text: string, files: ReadonlySet<string>): Finding;
}

/** The first of these that the repository has. */
const first = (files: ReadonlySet<string>, ...names: readonly string[]) => names.find((name) => files.has(name));

const firstFitting = (files: ReadonlySet<string>, pattern: RegExp) =>
  [...files].sort().find((file) => pattern.test(file));

/** Technologies that a text names, by the words that give them away. */
const named = (text: string, words: Readonly<Record<string, string>>): string[] =>
  Object.entries(words)
    .filter(([word]) => text.includes(word))
    .map(([, technology]) => technology);

/** In order of weight: the first that gives a type, an entry point or a script of a name decides it. */
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
        ...named(text, {
          "gin-gonic/gin": "Gin",
          "labstack/echo": "Echo",
          "gofiber/fiber": "Fiber",
          "google.golang.org/grpc": "gRPC",
        }),
      ],
      entryPoint: first(files, "main.go") ?? firstFitting(files, /^cmd\/[^/]+\/main\.go$/),
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
        ...named(text, { tokio: "Tokio", "actix-web": "Actix Web", axum: "Axum", serde: "Serde" }),
      ],
      entryPoint: first(files, "src/main.rs", "src/lib.rs"),
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
        ...named(text, { "spring-boot": "Spring Boot", quarkus: "Quarkus", "junit-jupiter": "JUnit" }),
      ],
      entryPoint: firstFitting(files, /^(.*\/)?src\/main\/java\/.*(Application|Main)\.java$/),
      scripts: { build: "mvn package", test: "mvn test" },
    }),
  },
  {
    file: /^(build|settings)\.gradle(\.kts)?$/,
    read: (text, files) => ({
      type: text.includes("com.android") ? "Android application" : "Java application (Gradle)",
      technologies: [
        "Gradle",
        ...named(text, { "org.springframework.boot": "Spring Boot", kotlin: "Kotlin", "com.android": "Android" }),
      ],
      entryPoint: firstFitting(files, /^(.*\/)?src\/main\/(java|kotlin)\/.*(Application|Main)\.(java|kt)$/),
      scripts: { build: "./gradlew build", test: "./gradlew test" },
    }),
  },
  {
    file: /\.(sln|slnx|csproj|fsproj|vbproj)$/,
    read: (text, files) => ({
      type: ".NET application",
      technologies: [
        ".NET",
        ...named(text, { "Microsoft.NET.Sdk.Web": "ASP.NET Core", xunit: "xUnit", Avalonia: "Avalonia" }),
      ],
      entryPoint: firstFitting(files, /(^|\/)Program\.(cs|fs)$/),
      scripts: { build: "dotnet build", test: "dotnet test" },
    }),
  },
  {
    file: /^(Gemfile|.+\.gemspec)$/,
    read: (text, files) => ({
      type: /['"]rails['"]/.test(text) ? "Ruby on Rails application" : "Ruby project",
      technologies: ["Ruby", "Bundler", ...named(text, { rails: "Rails", sinatra: "Sinatra", rspec: "RSpec" })],
      entryPoint: first(files, "config.ru", "bin/rails", "main.rb"),
      scripts: files.has("Rakefile") ? { rake: "bundle exec rake" } : {},
    }),
  },
  { file: /^composer\.json$/, read: readComposer },
  {
    file: /^(CMakeLists\.txt|meson\.build|configure\.ac|BUILD\.bazel|WORKSPACE|MODULE\.bazel)$/,
    read: (text, files) => ({
      type: "C/C++ project",
      technologies: named(text, {
        cmake_minimum_required: "CMake",
        "project(": "C/C++",
        AC_INIT: "Autotools",
        cc_: "Bazel",
      }),
      entryPoint: firstFitting(files, /(^|\/)main\.(c|cc|cpp|cxx)$/),
    }),
  },
  {
    file: /^mix\.exs$/,
    read: (text) => ({ type: "Elixir application", technologies: ["Elixir", ...named(text, { phoenix: "Phoenix" })] }),
  },
  {
    file: /^pubspec\.yaml$/,
    read: (text) => ({ type: "Dart application", technologies: ["Dart", ...named(text, { flutter: "Flutter" })] }),
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
        ...named(text, { postgres: "PostgreSQL", redis: "Redis", mysql: "MySQL", mongo: "MongoDB", kafka: "Kafka" }),
      ],
    }),
  },
  {
    file: /^(GNUmakefile|[Mm]akefile)$/,
    read: (text, files) => ({
      type: firstFitting(files, /\.(c|cc|cpp)$/) ? "C/C++ project" : "Make project",
      technologies: ["Make"],
      entryPoint: firstFitting(files, /(^|\/)main\.(c|cc|cpp|cxx)$/),
      scripts: Object.fromEntries(makeTargets(text).map((target) => [target, `make ${target}`])),
    }),
  },
];

/** Targets that a person types: neither patterns nor files with endings. */
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

function readPackageJson(text: string, files: ReadonlySet<string>): Finding {
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
  const said = [main, module, ...programs].find((one): one is string => typeof one === "string");
  const usual = first(
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
  return said === undefined ? usual : said.replace(/^\.\//, "");
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
  first(files, "manage.py", "main.py", "app.py", "src/main.py", "app/main.py") ??
  firstFitting(files, /(^|\/)__main__\.py$/);

function readPyproject(text: string, files: ReadonlySet<string>): Finding {
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
      ...named(text, pythonFrameworks),
    ],
    entryPoint: pythonEntry(files),
    scripts: { ...stringsIn(fieldsOf(tools.poetry), "scripts"), ...stringsIn(fieldsOf(project), "scripts") },
  };
}

function readPython(text: string, files: ReadonlySet<string>): Finding {
  return {
    type: "Python project",
    technologies: ["Python", ...named(text, pythonFrameworks)],
    entryPoint: pythonEntry(files),
  };
}

function readComposer(text: string, files: ReadonlySet<string>): Finding {
  const manifest = readObject(text);
  const required = JSON.stringify({ ...objectIn(manifest, "require"), ...objectIn(manifest, "require-dev") });
  return {
    type: "PHP project",
    technologies: [
      "PHP",
      "Composer",
      ...named(required, { "laravel/framework": "Laravel", "symfony/": "Symfony", phpunit: "PHPUnit" }),
    ],
    entryPoint: first(files, "public/index.php", "index.php"),
    scripts: stringsIn(manifest, "scripts"),
  };
}

/** An invalid manifest says nothing: that is its owner's problem, not a reason to fail. */
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

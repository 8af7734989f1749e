import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { dirname, join, posix } from "node:path";
import { describe, expect, it } from "vitest";
import { parse, parseAllDocuments } from "yaml";
import { environmentOf, settingNames } from "../src/base/settings.js";
import { commands, processCommands } from "../src/commands/catalog.js";
import { commandsOf } from "../src/surface/cli/command-tree.js";
import { tools } from "../src/tools/catalog.js";
import { root } from "./support/sources.js";

const read = (name: string) => readFileSync(join(root, "deploy", name), "utf8");
const files = ["Dockerfile", "compose.yaml", "kubernetes.yaml", "throughline.service"];
const port = "8080";

// biome-ignore lint/suspicious/noExplicitAny: the files have any content
type Any = any;
const compose: Any = parse(read("compose.yaml"), { merge: true });
const manifests: Any[] = parseAllDocuments(read("kubernetes.yaml")).map((one) => one.toJS());
const deployment = manifests.find(({ kind }) => kind === "Deployment");
const container = deployment.spec.template.spec.containers[0];

const isCommand = (words: readonly string[]) => {
  const names = [...commandsOf(tools, commands), ...processCommands].map(({ name }) => name);
  return names.includes(words.join(" "));
};

describe("the deployment files", () => {
  it.each(files)("%s names only environment variables that are settings", (name) => {
    const settings = new Set([...settingNames.map(environmentOf), "THROUGHLINE_HOME"]);
    const variables = [...read(name).matchAll(/\bTHROUGHLINE_[A-Z_]+\b/g)].map(([word]) => word);
    expect(variables.length).toBeGreaterThan(0);
    expect(variables.filter((word) => !settings.has(word))).toEqual([]);
  });

  it.each(files)("%s requests only paths that the service serves", (name) => {
    const served = [
      ...readFileSync(join(root, "src/surface/service/service-app.ts"), "utf8").matchAll(/\.get\("(\/\w+)"/g),
    ];
    const paths = served.map(([, path]) => path);
    const requestedPaths = [...read(name).matchAll(/\/(?:healthz|readyz|metrics)\b/g)].map(([path]) => path);
    expect(requestedPaths.filter((path) => !paths.includes(path))).toEqual([]);
  });

  it("start commands that exist", () => {
    const { schema, throughline } = compose.services;
    const [schemaContainer] = deployment.spec.template.spec.initContainers;
    const worker = manifests.find(({ metadata }) => metadata.name === "throughline-worker").spec.template.spec
      .containers[0];
    const started = /^ExecStart=\S+ throughline (.+)$/m.exec(read("throughline.service"))?.[1]?.split(" ") ?? [];
    const contained = JSON.parse(/^CMD (\[.*\])$/m.exec(read("Dockerfile"))?.[1] ?? "[]");
    for (const words of [
      ...[schema.command, throughline.command, schemaContainer.args, container.args, worker.args],
      ...[started, contained],
    ]) {
      expect(isCommand(words), words.join(" ")).toBe(true);
    }
  });

  it("agree on the port and the home", () => {
    expect(read("Dockerfile")).toContain(`THROUGHLINE_HTTP_PORT=${port}`);
    expect(read("Dockerfile")).toContain(`EXPOSE ${port}`);
    expect(compose.services.throughline.ports).toEqual([`127.0.0.1:${port}:${port}`]);
    expect(container.ports).toEqual([{ name: "http", containerPort: Number(port) }]);
    for (const path of ["livenessProbe", "readinessProbe"]) expect(container[path].httpGet.port).toBe("http");
    const home = /THROUGHLINE_HOME=(\S+)/.exec(read("Dockerfile"))?.[1];
    expect(compose.services.throughline.volumes).toEqual([`home:${home}`]);
    expect(container.volumeMounts).toContainEqual({ name: "home", mountPath: home });
    expect(read("throughline.service")).toContain(`THROUGHLINE_HOME=${home}`);
  });

  const copied = [...read("Dockerfile").matchAll(/^COPY (?!--from)(.+) \S+$/gm)].flatMap(([, names = ""]) =>
    names.split(" "),
  );
  it("copy everything that the build reads", () => {
    const textOf = (path: string) => readFileSync(join(root, path), "utf8");
    const importsOf = (path: string) =>
      [...textOf(path).matchAll(/from "(\.[^"]+)\.js"/g)].map(([, to = ""]) => posix.join(dirname(path), `${to}.ts`));
    const scripts = importsOf("scripts/build.ts");
    const folders = [...textOf("scripts/build.ts").matchAll(/\bfilesIn\("(\w+)"\)/g)].map(([, name = ""]) => name);
    const needed = [...folders, ...scripts, ...scripts.flatMap(importsOf)];
    expect(needed).toEqual(expect.arrayContaining(["web", "test/support/claude-transcript.ts"]));
    expect(needed.filter((path) => !copied.some((from) => path === from || path.startsWith(`${from}/`)))).toEqual([]);
  });

  it("copy only files that the repository has", () => {
    expect(copied.length).toBeGreaterThan(5);
    expect(copied.filter((name) => !existsSync(join(root, name)))).toEqual([]);
    const allowed =
      read("Dockerfile.dockerignore")
        .match(/^!.+$/gm)
        ?.map((line) => line.slice(1)) ?? [];
    expect(copied.filter((name) => !allowed.includes(name))).toEqual([]);
  });

  it("run as an unprivileged user with minimal capabilities", () => {
    const lines = read("Dockerfile").split("\n");
    expect(lines.indexOf("USER node")).toBeGreaterThan(lines.findLastIndex((line) => line.startsWith("FROM")));
    expect(deployment.spec.template.spec.securityContext.runAsNonRoot).toBe(true);
    expect(container.securityContext).toMatchObject({ allowPrivilegeEscalation: false, readOnlyRootFilesystem: true });
    expect(compose.services.throughline).toMatchObject({ read_only: true, cap_drop: ["ALL"] });
    expect(read("throughline.service")).toContain("DynamicUser=yes");
  });

  it("have the required keys of each kind of manifest", () => {
    const needed: Record<string, string[]> = {
      Secret: ["stringData"],
      CronJob: ["spec"],
      NetworkPolicy: ["spec"],
      PersistentVolumeClaim: ["spec"],
      Deployment: ["spec"],
      Service: ["spec"],
      PodDisruptionBudget: ["spec"],
    };
    for (const one of manifests) {
      expect(one).toMatchObject({ apiVersion: expect.any(String), metadata: { name: expect.any(String) } });
      for (const part of needed[one.kind] ?? ["an unknown kind"]) expect(one).toHaveProperty(part);
    }
    expect(deployment.spec.selector.matchLabels).toEqual(deployment.spec.template.metadata.labels);
    expect(manifests.find(({ kind }) => kind === "Service").spec.selector).toEqual(
      deployment.spec.selector.matchLabels,
    );
    const keys = Object.keys(manifests.find(({ kind }) => kind === "Secret").stringData);
    const referencedKeys = container.env.flatMap((one: Any) => one.valueFrom?.secretKeyRef.key ?? []);
    expect(referencedKeys.filter((key: string) => !keys.includes(key))).toEqual([]);
  });

  it("give a pod more time to end than it takes, and never take the last one away", () => {
    const { spec } = deployment.spec.template;
    const drain = container.env.find(({ name }: Any) => name === "THROUGHLINE_SERVICE_DRAIN").value;
    expect(spec.terminationGracePeriodSeconds).toBeGreaterThan(Number(drain) / 1000 + 15);
    expect(deployment.spec.strategy.rollingUpdate.maxUnavailable).toBe(0);
    expect(manifests.find(({ kind }) => kind === "PodDisruptionBudget").spec.minAvailable).toBe(1);
    expect(spec.affinity.podAntiAffinity).toBeDefined();
  });

  it("are a base that Kustomize builds", ({ skip }) => {
    const { error, status, stdout } = spawnSync("kubectl", ["kustomize", join(root, "deploy")], { encoding: "utf8" });
    if (error) skip("this machine has no kubectl");
    expect(status).toBe(0);
    const kinds = parseAllDocuments(stdout).map((one) => one.toJS().kind);
    expect(kinds.sort()).toEqual(manifests.map(({ kind }) => kind).sort());
  });

  it("depend on services and variables that exist", () => {
    const names = Object.keys(compose.services);
    const waitsFor = Object.values<Any>(compose.services).flatMap(({ depends_on = [] }) =>
      Array.isArray(depends_on) ? depends_on : Object.keys(depends_on),
    );
    expect(waitsFor.filter((name) => !names.includes(name))).toEqual([]);
    const declared = [...read("compose.env.example").matchAll(/^([A-Z_]+)=/gm)].map(([, name]) => name);
    const referenced = [...read("compose.yaml").matchAll(/\$\{([A-Z_]+)/g)].map(([, name]) => name);
    expect(referenced.filter((name) => !declared.includes(name))).toEqual([]);
  });

  it("include a unit that systemd accepts", ({ skip }) => {
    const verified = spawnSync("systemd-analyze", ["verify", join(root, "deploy/throughline.service")], {
      encoding: "utf8",
    });
    if (verified.error) skip("this machine has no systemd-analyze");
    expect(verified.stderr.split("\n").filter((line) => line.includes("throughline.service"))).toEqual([]);
  });
});

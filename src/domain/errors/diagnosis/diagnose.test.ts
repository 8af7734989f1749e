import { describe, expect, it } from "vitest";
import { ownFrame } from "../own-frame.js";
import { describeCause, describeUnknown, matchPatterns } from "./diagnose.js";

const first = (output: string) => matchPatterns(output, "")[0];

describe("matchPatterns", () => {
  it("trusts the last error of a traceback more than one that was being handled", () => {
    const inner = "Traceback (most recent call last):\n  File \"/a/b.py\", line 1, in f\nKeyError: 'grammar21'\n";
    const outer =
      'Traceback (most recent call last):\n  File "/a/b.py", line 2, in f\nNotImplementedError: not supported';
    const alone = first(inner)?.confidence ?? 0;
    const handled = first(`${inner}\nDuring handling of the above exception, another exception occurred:\n\n${outer}`);
    expect(handled?.confidence ?? 0).toBeLessThan(alone);
  });

  it("reads what a library says of its own failed lookup, and the lookup where it is the reader's", () => {
    const outputFrom = (file: string) =>
      [
        "Traceback (most recent call last):",
        `  File "${file}", line 7, in resolve`,
        "    return self._registry[name]",
        "KeyError: 'OrderLine'",
        "",
        "The above exception was the direct cause of the following exception:",
        "",
        "Traceback (most recent call last):",
        '  File "/srv/shop/app/main.py", line 11, in main',
        "    s.add(Order(id=1))",
        "InvalidRequestError: expression 'OrderLine' failed to locate a name",
      ].join("\n");
    expect(first(outputFrom("/srv/venv/lib/python3.11/site-packages/orm/registry.py"))).toBeUndefined();
    expect(first(outputFrom("/srv/shop/app/registry.py"))?.id).toBe("python/key-error");
  });

  it("names what a list of validation errors contains", () => {
    const output = 'ZodError: [\n  {\n    "expected": "string",\n    "path": [\n      "API_KEY"\n    ]\n  }\n]';
    const match = first(output);
    expect(match?.id).toBe("config/schema-invalid");
    expect(match && describeCause(match, undefined)).toContain('"API_KEY"');
  });

  it("knows a file that hides the package that it imports", () => {
    const output = [
      "Traceback (most recent call last):",
      '  File "/srv/app/docker.py", line 1, in <module>',
      "    import docker",
      '  File "/srv/app/docker.py", line 4, in containers',
      "    return docker.from_env()",
      "AttributeError: partially initialized module 'docker' has no attribute 'from_env' (most likely due to a circular import)",
    ].join("\n");
    expect(first(output)).toMatchObject({ id: "python/shadowed-module" });
    expect(first(output)?.cause).toContain("/srv/app/docker.py");
    expect(first(output.replaceAll("docker.py", "orders.py"))?.id).toBe("python/circular-import");
  });

  it("reads the error of Node, not the line that throws or what the error contains", () => {
    const refused = [
      "node:internal/modules/run_main:123",
      "    throw new Error('429 Too Many Requests');",
      "    ^",
      "",
      "AxiosError: connect ECONNREFUSED 127.0.0.1:9",
      "    at TCPConnectWrap.afterConnect [as oncomplete] (node:net:1611:16) {",
      "  code: 'ECONNREFUSED',",
      "  response: {",
      "    '429': 'Too Many Requests',",
      "  }",
      "}",
    ].join("\n");
    expect(matchPatterns(refused, "").map(({ id }) => id)).toEqual(["network/connection-refused"]);
  });

  it("names the values of an error, not a frame that has more of them", () => {
    const output = [
      "Error: getaddrinfo ENOTFOUND db.invalid",
      "    at GetAddrInfoReqWrap.getaddrinfo [as oncomplete] (/srv/node_modules/lookup/lib/getaddrinfo.js:122:26)",
    ].join("\n");
    const match = first(output);
    expect(match && describeCause(match, undefined)).toContain("ENOTFOUND db.invalid");
  });
});

describe("describeUnknown", () => {
  it("names the error of a traceback whatever its class is called", () => {
    const output = [
      "Traceback (most recent call last):",
      '  File "/srv/app/check.py", line 4, in check',
      "    return serializer.loads(token)",
      "acme.exc.BadTimeSignature: Signature b'ghi' does not match",
    ].join("\n");
    expect(describeUnknown(output, undefined)).toContain("BadTimeSignature: Signature b'ghi' does not match");
  });
});

describe("ownFrame", () => {
  it("is not the source that a compiled library names", () => {
    const output = [
      "Traceback (most recent call last):",
      '  File "/srv/shop/app/orders.py", line 2, in parse',
      '  File "src/lxml/etree.pyx", line 3306, in lxml.etree.fromstring',
      '  File "src/lxml/parser.pxi", line 689, in lxml.etree._raiseParseError',
      "lxml.etree.XMLSyntaxError: Opening and ending tag mismatch",
    ].join("\n");
    expect(ownFrame(output)).toBe("/srv/shop/app/orders.py:2");
  });

  const own = {
    ruby: "/srv/shop/app/cart.rb:12",
    go: "/srv/shop/cmd/main.go:9",
    java: "Cart.java:5",
    yarn: "/app/src/main.ts:42",
    rust: "src/main.rs:12",
    dotnet: "/src/Shop/Cart.cs:30",
    python: "/var/task/handler.py:4",
    php: "/srv/app/src/Cart.php:33",
    webpack: "src/web/page.ts:7",
    firefox: "src/web/page.ts:7",
    local: "/usr/local/app/main.py:3",
  };
  it.each([
    [
      "ruby",
      "/home/me/.rbenv/versions/3.2.2/lib/ruby/3.2.0/json/common.rb:216:in `parse': unexpected token (JSON::ParserError)\n\tfrom /srv/shop/app/cart.rb:12:in `load'",
    ],
    [
      "go",
      "panic: x\n\ngoroutine 1 [running]:\nencoding/json.Unmarshal()\n\t/opt/hostedtoolcache/go/1.21.0/x64/src/encoding/json/decode.go:101 +0x1d\nmain.main()\n\t/srv/shop/cmd/main.go:9 +0x2f",
    ],
    [
      "java",
      "java.lang.IllegalStateException: x\n\tat com.stripe.net.ApiResource.request(ApiResource.java:12)\n\tat org.jsoup.helper.Validate.isTrue(Validate.java:33)\n\tat com.shop.Cart.add(Cart.java:5)",
    ],
    [
      "yarn",
      "TypeError: x\n    at f (/app/.yarn/cache/left-npm-1.0.0-abc.zip/left/index.js:1:9)\n    at main (/app/src/main.ts:42:7)",
    ],
    [
      "rust",
      "thread 'main' panicked at /home/me/.rustup/toolchains/stable-x86_64/lib/rustlib/src/rust/library/core/src/option.rs:10:5:\nstack backtrace:\n   2: shop::main\n             at ./src/main.rs:12:3",
    ],
    [
      "dotnet",
      "System.InvalidOperationException: x\n   at Lib.X.Run() in /_/src/Lib/X.cs:line 12\n   at Shop.Cart.Add() in /src/Shop/Cart.cs:line 30",
    ],
    [
      "python",
      'Traceback (most recent call last):\n  File "/var/task/handler.py", line 4, in handle\n  File "/var/task/requests/api.py", line 9, in get\nrequests.exceptions.ConnectionError: x',
    ],
    [
      "php",
      "PHP Fatal error:  Uncaught TypeError: x\nStack trace:\n#0 /srv/app/src/Cart.php(33): Cart->add()\n#1 {main}",
    ],
    ["webpack", "TypeError: x\n    at render (webpack:///./src/web/page.ts:7:10)"],
    ["firefox", "render@webpack:///./src/web/page.ts:7:10"],
    ["local", 'Traceback (most recent call last):\n  File "/usr/local/app/main.py", line 3, in run\nKeyError: 1'],
  ] as const)("takes no library of %s for the reader's code", (language, output) => {
    expect(ownFrame(output)).toBe(own[language]);
  });
});

import { stackFrames } from "./stack-frames.js";

/** Folders into which languages, package managers and systems install, and sources that compiled libraries name. */
const libraryPaths = [
  /node_modules|node:|^internal\/|\.yarn[\\/](?:cache|unplugged|__virtual__|releases)[\\/]|\.pnp\.[cm]?js|\.pnpm-store|\.bun[\\/]install|[\\/]\.deno[\\/]|^</i,
  /(?:site|dist)-packages|[\\/]lib(?:64)?[\\/]python\d|[\\/]Python\d+[\\/]Lib[\\/]|\.p(?:yx|xi|xd)$|^\/opt\/python\//i,
  /^\/usr\/(?:lib(?:32|64|exec)?|include|share)\/|^\/usr\/local\/(?:lib(?:64|exec)?|go|include|share|bundle|cargo|rustup|Cellar|Homebrew|opt)\/|^\/opt\/homebrew\/|^\/nix\/store\/|\/hostedtoolcache\//i,
  /\/go\/pkg|\/go(?:\d[\w.]*)?\/(?:\d[\w.]*\/(?:x64\/|arm64\/|libexec\/)?)?src\/(?:runtime|internal|net|encoding|database|syscall|reflect|testing|sync|bufio|fmt|io|os|text|html|crypto|compress|sort|strconv|strings|bytes|time|context)\//i,
  /\.cargo[\\/](?:registry|git)|\/?rustc[\\/]|rustup[\\/]toolchains[\\/]/i,
  /\/gems\/|\/lib\/ruby\/\d|\/\.(?:rbenv|rvm|asdf|sdkman)\//i,
  /(?:^|[\\/])vendor[\\/]|^phar:/i,
  // .NET libraries name their sources as they were on the build server.
  /^\/_\d?\//,
  // AWS Lambda unpacks packages beside the handler.
  /^\/var\/(?:runtime|lang)\/|^\/var\/task\/(?:aiohttp|anyio|attrs?|aws_lambda_powertools|aws_xray_sdk|boto3|botocore|certifi|charset_normalizer|click|cryptography|django|fastapi|flask|httpcore|httpx|idna|jinja2|jwt|mangum|numpy|openai|pandas|psycopg2?|pydantic(?:_core)?|pymongo|pymysql|redis|requests|s3transfer|sentry_sdk|sqlalchemy|starlette|stripe|urllib3|werkzeug|yaml)\//,
];

const libraryModule = new RegExp(
  `^(?:${[
    "java|javax|jakarta|jdk|sun|kotlin|kotlinx|scala|groovy|clojure|android|androidx|dagger|reactor|okhttp3|okio|retrofit2|feign|akka|play|cats|zio|lombok|junit|antlr|ognl|brave|zipkin2|graphql|liquibase|redis\\.clients|ch\\.qos|software\\.amazon|oracle",
    "com\\.(?:alibaba|amazonaws|auth0|azure|beust|codahale|couchbase|datastax|facebook|fasterxml|google|h2database|hazelcast|ibm|itextpdf|jayway|lmax|mchange|microsoft|mongodb|mysql|netflix|nimbusds|ning|opencsv|oracle|rabbitmq|sendgrid|squareup|stripe|sun|thoughtworks|twilio|typesafe|vaadin|zaxxer)",
    "io\\.(?:confluent|cucumber|debezium|dropwizard|fabric8|grpc|helidon|jsonwebtoken|kotest|ktor|kubernetes|lettuce|micrometer|micronaut|minio|mockk|netty|opentelemetry|opentracing|prometheus|quarkus|r2dbc|reactivex|restassured|sentry|smallrye|swagger|undertow|vertx)",
    "net\\.(?:bytebuddy|jpountz|logstash|minidev|sf|snowflake)",
    "org\\.(?:apache|aspectj|assertj|bouncycastle|codehaus|dom4j|eclipse|ehcache|elasticsearch|flywaydb|freemarker|glassfish|graalvm|gradle|h2|hamcrest|hibernate|hsqldb|infinispan|javassist|jboss|jdom2?|jetbrains|joda|jooq|json|jsoup|junit|kohsuke|mapstruct|mariadb|mockito|modelmapper|mybatis|neo4j|objectweb|openqa|opensearch|postgresql|quartz|reactivestreams|redisson|rocksdb|slf4j|spockframework|springframework|sqlite|testng|thymeleaf|w3c|wildfly|xerial|xml|yaml)",
  ].join("|")})\\.`,
);

/** By the path or, where the file has none, by the package of the class. */
export const isLibrary = (file: string, module?: string): boolean =>
  module === undefined ? libraryPaths.some((pattern) => pattern.test(file)) : libraryModule.test(module);

/** Where the failure is in the reader's own code, as far as paths alone tell: the first frame that is not in a library. */
export function ownFrame(text: string): string | undefined {
  const frame = stackFrames(text).find(({ file, module }) => !isLibrary(file, module));
  return frame && `${frame.file}:${frame.line}`;
}

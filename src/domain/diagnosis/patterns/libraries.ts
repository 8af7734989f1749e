import { patternsOf } from "../failure-pattern.js";

/** Errors of widely used Python libraries and of the language itself that name their cause. */
export const pythonLibraryPatterns = patternsOf("python", [
  [
    "name-error",
    /NameError: name '(?<name>[^'\n]{1,80})' is not defined/,
    0.95,
    "{name} is not defined in that scope",
    ["Import or define it; check spelling"],
  ],
  [
    "unbound-local",
    /UnboundLocalError: [^\n]{0,60}'(?<name>[^'\n]{1,80})'/,
    0.96,
    "{name} is assigned somewhere in the function and read before that",
    ["Assign it on every path, or declare it global or nonlocal"],
  ],
  [
    "unpack",
    /ValueError: (?:too many|not enough) values to unpack/,
    0.95,
    "The number of values differs from the number of names on the left",
    ["Print the value that is unpacked"],
  ],
  [
    "changed-during-iteration",
    /RuntimeError: (?:dictionary|Set|OrderedDict|deque)[^\n]{0,30} (?:changed size|mutated) during iteration/i,
    0.97,
    "A collection is changed while a loop runs over it",
    ["Loop over a copy: list(x)"],
  ],
  [
    "abstract",
    /TypeError: Can't instantiate abstract class/,
    0.97,
    "A class lacks an abstract method that it inherits",
    ["Implement the methods in the message, with the same spelling"],
  ],
  [
    "not-serializable",
    /TypeError: (?:Object of type (?<name>\w{1,60}) is not JSON serializable|Type is not JSON serializable: (?<name2>[\w.]{1,60})|Do not know how to serialize a (?<name3>BigInt))/,
    0.97,
    "JSON has no form for values of type {name}",
    ["Convert it first, or pass default= to json.dumps"],
  ],
  [
    "relative-import",
    /attempted relative import (?:with no known parent package|beyond top-level package)/,
    0.97,
    "A file with relative imports is run as a script",
    ["Run it as a module: `python -m package.module`"],
  ],
  [
    "template-missing",
    /TemplateNotFound: |TemplateDoesNotExist: /,
    0.95,
    "The template does not exist in any template folder",
    ["Check name, folder and the loader's search path"],
  ],
  [
    "template-undefined",
    /UndefinedError: '(?<name>[^'\n]{1,80})'|Missing helper: "(?<name2>[^"\n]{1,80})"|The partial (?<name3>\S{1,80}) could not be found/,
    0.95,
    "The template uses {name}, which it was not given",
    ["Pass it when rendering, or use a default"],
  ],
  [
    "template-syntax",
    /TemplateSyntaxError: |^Error: (?:[^\n]{0,200}[\\/])?Pug:\d+:\d+|Could not find matching close tag/m,
    0.95,
    "The template does not parse",
    ["Look for a block without its end tag"],
  ],
  [
    "flask-context",
    /Working outside of (?:application|request) context/,
    0.97,
    "Flask is used outside an application or request context",
    ["Use `with app.app_context():`, or move the code into a view"],
  ],
  [
    "flask-endpoint",
    /View function mapping is overwriting an existing endpoint|Could not build url for endpoint '(?<name>[^'\n]{1,80})'/,
    0.96,
    "Flask has no such endpoint, or two views with the same name",
    ["Give each view its own function name or endpoint="],
  ],
  [
    "django-route",
    /NoReverseMatch: /,
    0.95,
    "No URL pattern has that name or takes those arguments",
    ["Check the name, its namespace and the arguments of reverse or {% url %}"],
  ],
  [
    "orm-no-row",
    /\.DoesNotExist: |matching query does not exist|NoResultFound: |ActiveRecord::RecordNotFound|ModelNotFoundException/,
    0.93,
    "The query found no row",
    ["Check the id and the database it asks", "Handle the missing row"],
  ],
  [
    "orm-field",
    /FieldError: (?:Cannot resolve keyword '(?<name>[^'\n]{1,80})'|Unknown field)|InvalidRequestError: Entity namespace for/,
    0.95,
    "The model has no field {name}",
    ["Compare it with the choices in the message"],
  ],
  [
    "orm-detached",
    /DetachedInstanceError|LazyInitializationException|no Session\b|is not bound to a Session/,
    0.96,
    "A related row is loaded after the database session was closed",
    ["Load it eagerly, or keep the session open while it is used"],
  ],
  [
    "length-mismatch",
    /All arrays must be of the same length|Length of values \(\d+\) does not match|Length mismatch: /,
    0.96,
    "Columns have different lengths",
    ["Print the length of each before building the table"],
  ],
  [
    "empty-file",
    /EmptyDataError: |No columns to parse from file/,
    0.97,
    "The file to read is empty",
    ["Check that it was written, and the path"],
  ],
  [
    "csv-columns",
    /Error tokenizing data|Expected \d+ fields in line \d+, saw \d+/,
    0.96,
    "A line of the file has more columns than the header",
    ["Look at that line: unquoted separators, or another separator (sep=)"],
  ],
  [
    "not-an-image",
    /UnidentifiedImageError: /,
    0.96,
    "The file is not an image, or of an unknown kind",
    ["Check its first bytes: it is often an HTML error page"],
  ],
  [
    "crypto-token",
    /InvalidToken\b|InvalidSignature\b|Signature verification failed|JWSSignatureError|BadSignature/,
    0.93,
    "The token was made with another key, or was changed",
    ["Check that both sides use the same key and the whole token"],
  ],
  ["graph-node", /NodeNotFound: /, 0.94, "The graph has no such node", ["Check the node's name and type"]],
  [
    "not-fitted",
    /NotFittedError: This (?<name>\w{1,60})/,
    0.97,
    "{name} is used before it was fitted",
    ["Call fit, or load the fitted object"],
  ],
  [
    "nan-input",
    /Input (?:\w{1,10} )?contains (?:NaN|infinity)|must not contain (?:infs? or )?NaNs?|cannot convert float NaN to integer/,
    0.96,
    "The input has missing or infinite values (NaN)",
    ["Drop or fill them; find where they come from"],
  ],
  [
    "device-mismatch",
    /Expected all tensors to be on the same device|Input type \(torch\.cuda[^\n]{1,60} and weight type/,
    0.97,
    "Tensors are on different devices",
    ["Move model and inputs to the same device with .to(device)"],
  ],
  [
    "library-argument",
    /ParamValidationError|Unknown parameter in input/,
    0.95,
    "A call passes parameters that the service does not know, or lacks required ones",
    ["Compare the names with the list in the message"],
  ],
  [
    "removed-alias",
    /module 'numpy' has no attribute '(?<name>bool8?|int|float|object|str|complex|typeDict|unicode_|float_|NaN|product|cumproduct|in1d|trapz)'/,
    0.97,
    "numpy removed {name} in a newer version",
    ["Use the replacement in the message, or pin numpy"],
  ],
]);

/** Errors of libraries and frameworks for other runtimes. */
export const frameworkPatterns = patternsOf("jvm", [
  [
    "no-element",
    /java\.util\.NoSuchElementException|No value present/,
    0.95,
    "An element is taken from an empty collection or Optional",
    ["Check isPresent or hasNext first; find out why it is empty"],
  ],
  [
    "immutable",
    /UnsupportedOperationException/,
    0.9,
    "A collection that cannot be changed is changed",
    ["Copy it into a new ArrayList or HashMap first"],
  ],
  [
    "index",
    /(?:Array|String)?IndexOutOfBoundsException/,
    0.95,
    "The index is beyond the end of the array or string",
    ["Check the length first"],
  ],
  [
    "json-unknown-field",
    /Unrecognized field "(?<name>[^"\n]{1,80})"/,
    0.96,
    "The JSON has a field that the class does not: {name}",
    ["Add it, or ignore unknown properties"],
  ],
  [
    "spring-datasource",
    /Failed to configure a DataSource|Failed to determine a suitable driver class/,
    0.96,
    "Spring finds no URL of the database",
    ["Set spring.datasource.url for the active profile"],
  ],
  [
    "no-main-attribute",
    /no main manifest attribute/,
    0.98,
    "The jar does not name its main class",
    ["Build an executable jar, or run `java -cp app.jar <class>`"],
  ],
  [
    "no-jar",
    /Unable to access jarfile/,
    0.97,
    "The jar does not exist at that path",
    ["Build it first; check the path"],
  ],
]);

export const dotnetPatterns = patternsOf("dotnet", [
  [
    "service-missing",
    /Unable to resolve service for type '(?<name>[^'\n]{1,160})'/,
    0.97,
    "{name} is not registered for dependency injection",
    ["Register it in Program.cs: services.AddScoped<…>()"],
  ],
]);

export const webPatterns = patternsOf("next", [
  [
    "client-component",
    /It only works in a Client Component|needs "?use client"?|createContext only works in Client Components/i,
    0.97,
    "A hook or browser API is used in a server component",
    ['Put "use client" at the top of the file that uses it'],
  ],
]);

export const railsPatterns = patternsOf("rails", [
  ["no-route", /No route matches \[/, 0.96, "No route has that path and method", ["Compare with `bin/rails routes`"]],
]);

export const flutterPatterns = patternsOf("flutter", [
  [
    "overflow",
    /A RenderFlex overflowed/,
    0.97,
    "A row or column is larger than its space",
    ["Wrap the child in Expanded, Flexible or a scroll view"],
  ],
]);

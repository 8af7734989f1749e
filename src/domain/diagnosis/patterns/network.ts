import { patternsOf } from "../failure-pattern.js";

export const networkPatterns = patternsOf("network", [
  [
    "connection-refused",
    /(?:connection refused|Couldn't connect to server|\bECONNREFUSED\b|actively refused it|errno 111|connect\(\) failed \(111)(?:[^\n]{0,80}?:(?<port>\d{2,5})\b)?/i,
    0.85,
    "Nothing listens on that address{service}: the service is not running, or listens elsewhere",
    [
      "Check whether the service runs, and on which port: `ss -ltnp` or `docker ps`",
      "Compare host and port in the configuration with what the service prints on startup",
    ],
    [
      "The service listens on another interface only, such as 127.0.0.1 inside a container",
      "A firewall rejects the connection",
    ],
  ],
  [
    "connection-reset",
    /\bECONNRESET\b|connection reset by peer|socket hang up|Connection aborted|forcibly closed by the remote host/i,
    0.7,
    "The other side closed the connection while it was in use",
    [
      "Read the service's log of that moment: it may have crashed or restarted",
      "Compare idle timeouts of client, proxy and server",
    ],
    [
      "A proxy or load balancer closed an idle or long-lived connection",
      "TLS was used on a plain port, or the reverse",
    ],
  ],
  [
    "timeout",
    /\bETIMEDOUT\b|\bESOCKETTIMEDOUT\b|connect(?:ion)? timed? ?out|i\/o timeout|Read timed out|operation timed out|context deadline exceeded|ConnectTimeout|UND_ERR_(?:CONNECT|HEADERS)_TIMEOUT|Client\.Timeout exceeded|request canceled while waiting/i,
    0.65,
    "The request timed out: packets are dropped on the way, or the service is too slow",
    [
      "Test the host manually: `curl -v` or `nc -vz host port`",
      "Check firewall, security group and VPN",
      "Measure how long the service takes and compare it with the timeout",
    ],
    ["The service is overloaded", "The address is right, but has no route from here"],
  ],
  [
    "host-unreachable",
    /\bEHOSTUNREACH\b|\bENETUNREACH\b|no route to host|network is unreachable/i,
    0.8,
    "There is no route to the host from here",
    [
      "Check that the network, VPN or container network is up: `ip route get <address>`",
      "Try IPv4 explicitly if the address is IPv6",
    ],
    ["An IPv6 address was chosen where only IPv4 works"],
  ],
  [
    "address-in-use",
    /\bEADDRINUSE\b|address already in use|Only one usage of each socket address|port (?<port>\d{2,5}) is already (?:in use|allocated)|bind: address already/i,
    0.92,
    "Another process holds the port{service}",
    ["Find it: `lsof -i :{port}` or `ss -ltnp`", "Stop the other process or choose another port"],
    ["An earlier run of the same program is still running", "The socket is in TIME_WAIT after a crash"],
  ],
  [
    "address-not-available",
    /\bEADDRNOTAVAIL\b|cannot assign requested address/i,
    0.8,
    "The local address does not belong to this machine, or no local port is free",
    ["Bind to 0.0.0.0 or an address that `ip addr` shows", "Count connections in TIME_WAIT: `ss -s`"],
    ["Many short connections used up the local ports"],
  ],
  [
    "broken-pipe",
    /\bEPIPE\b|broken pipe|write after end/i,
    0.65,
    "The reader closed the pipe before everything was written",
    ["Find out why the other process or client ended first", "Handle the error: a closed pipe is normal for `| head`"],
    ["The peer timed out waiting"],
  ],
  [
    "too-many-requests",
    /\b429\b[^\n]{0,60}(?:too many|rate)|too many requests|rate limit(?:ed| exceeded)|RateLimitError|quota exceeded|secondary rate limit/i,
    0.88,
    "The service's rate limit is reached",
    [
      "Wait as long as the Retry-After header says, then retry with exponential backoff",
      "Check the quota of the key or account in use",
    ],
    ["Retries without backoff multiply the calls", "Several processes share one key"],
  ],
  [
    "unauthorized",
    /\b401\b[^\n]{0,80}(?:unauthori[sz]ed|status|error)|(?:status|code|error)[^\n]{0,30}\b401\b|invalid (?:api key|access token|credentials)|bad credentials|authentication failed for 'http/i,
    0.82,
    "The service rejected the credentials",
    ["Check that the key is set in this process and has not expired", "Make the same call manually with the same key"],
    ["The key belongs to another environment or account", "The clock is wrong, so signed tokens look expired"],
  ],
  [
    "forbidden",
    /\b403\b[^\n]{0,60}(?:forbidden|access|denied)|(?:status|code|error)[^\n]{0,30}\b403\b|AccessDenied(?:Exception)?\b|insufficient[_ ](?:scope|permissions)|not authorized to perform/i,
    0.8,
    "The caller is authenticated but not permitted to do this",
    [
      "Compare the permissions of the role or key with what the call needs",
      "Check that the resource belongs to the same account or organization",
    ],
    ["A firewall or proxy in front refuses the request"],
  ],
  [
    "not-found-http",
    /(?:status|code|HTTP|error)[^\n]{0,30}\b404\b|\b404\b[^\n]{0,20}not found/i,
    0.6,
    "The service has nothing at the requested URL",
    [
      "Print the full URL and compare it, with its version prefix, to the documentation",
      "Check that the resource exists for this account",
    ],
    ["A proxy sends the request to the wrong service"],
  ],
  [
    "bad-gateway",
    /\b50[234]\b[^\n]{0,60}(?:bad gateway|service unavailable|gateway time-?out)|(?:bad gateway|service unavailable|upstream (?:connect error|prematurely closed|timed out))/i,
    0.75,
    "The proxy works, but the service behind it is down, starting or too slow",
    ["Check the health and the log of the service behind the proxy", "Retry once it has started"],
    ["The proxy points at the wrong port", "A deployment is in progress"],
  ],
  [
    "payload-too-large",
    /(?:HTTP|status|code|error)[^\n]{0,30}\b413\b|\b413\b[^\n]{0,20}(?:request|payload|entity|content)|PayloadTooLarge|request entity too large|body exceeded|message larger than max/i,
    0.85,
    "The request is larger than the receiver allows",
    ["Send less at a time, or raise the limits of the server and its proxy"],
  ],
  [
    "cors",
    /blocked by CORS policy|No 'Access-Control-Allow-Origin'|CORS (?:error|request did not succeed)/i,
    0.93,
    "The browser blocks the response because the server does not allow the page's origin",
    ["Send Access-Control-Allow-Origin for this origin, also for OPTIONS", "Use the development server's proxy"],
    ["The request failed on the server, and the error response lacks the header"],
  ],
  [
    "proxy",
    /proxy (?:error|authentication required)|\b407\b|tunneling socket could not be established|ERR_PROXY|Cannot connect to proxy/i,
    0.85,
    "A proxy blocks the connection",
    [
      "Check HTTP_PROXY, HTTPS_PROXY and NO_PROXY in the environment of the failing process",
      "Configure the proxy's credentials",
    ],
  ],
  [
    "too-many-redirects",
    /too many redirects|ERR_TOO_MANY_REDIRECTS|redirect loop/i,
    0.85,
    "The URLs redirect in a loop",
    ["Follow them one by one: `curl -sIL <url>`", "Check what terminates TLS and which scheme the application assumes"],
  ],
  [
    "grpc-unavailable",
    /code ?= ?Unavailable|StatusCode\.UNAVAILABLE|14 UNAVAILABLE|transport: Error while dialing/i,
    0.7,
    "The gRPC server cannot be reached",
    ["Check host, port and whether TLS is expected", "Check that any proxy in between supports HTTP/2"],
    ["The server is up but speaks plain HTTP/1"],
  ],
]);

export const dnsPatterns = patternsOf("dns", [
  [
    "name-not-resolved",
    /\bENOTFOUND\b|getaddrinfo|host not found in upstream|could not resolve host|name or service not known|nodename nor servname|Temporary failure in name resolution|no such host|NXDOMAIN|UnknownHostException|EAI_AGAIN|Name does not resolve/i,
    0.85,
    "The host name cannot be resolved",
    [
      "Check the spelling of the host name",
      "Resolve it manually: `getent hosts <name>` or `nslookup <name>`",
      "Inside containers use the service's name on a shared network",
    ],
    ["The network is down or the DNS server does not respond", "The name exists only inside another network or VPN"],
  ],
  [
    "dns-server-failure",
    /SERVFAIL|server misbehaving|DNS_PROBE|lookup [^\n]{1,80}: i\/o timeout|connection timed out; no servers could be reached/i,
    0.8,
    "The DNS server itself fails or cannot be reached",
    ["Ask another server: `dig @1.1.1.1 <name>`", "Look at /etc/resolv.conf and at the VPN"],
  ],
]);

export const tlsPatterns = patternsOf("tls", [
  [
    "self-signed",
    /self[- ]signed certificate|DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT_IN_CHAIN/i,
    0.92,
    "The server's certificate is not signed by a trusted authority",
    [
      "Add the authority's certificate to the trust store: NODE_EXTRA_CA_CERTS, REQUESTS_CA_BUNDLE, SSL_CERT_FILE",
      "Do not turn verification off",
    ],
    ["A company proxy intercepts TLS and signs with its own authority"],
  ],
  [
    "expired",
    /certificate has expired|CERT_HAS_EXPIRED|certificate is not yet valid|expired on|x509: certificate has expired/i,
    0.93,
    "A certificate has expired or is not valid yet",
    [
      "Show its dates: `openssl s_client -connect host:443 </dev/null | openssl x509 -noout -dates`",
      "Check the clock of this machine",
    ],
    ["The clock is wrong", "An intermediate certificate expired"],
  ],
  [
    "unknown-authority",
    /UNABLE_TO_(?:VERIFY_LEAF_SIGNATURE|GET_ISSUER_CERT)|unable to get (?:local )?issuer certificate|CERTIFICATE_VERIFY_FAILED|signed by unknown authority|PKIX path building failed|SSL certificate problem|certificate verify failed/i,
    0.85,
    "The chain from the server's certificate to a trusted authority is broken",
    [
      "Show the chain: `openssl s_client -showcerts -connect host:443`",
      "Install the missing intermediate on the server or the authority here (ca-certificates)",
    ],
    ["A company proxy intercepts TLS", "The container image has no ca-certificates"],
  ],
  [
    "name-mismatch",
    /ERR_TLS_CERT_ALTNAME_INVALID|does not match certificate's altnames|certificate is (?:not )?valid for [^\n]{1,80}, not|hostname mismatch|doesn't match the target host name|SSL: no alternative certificate subject name/i,
    0.93,
    "The certificate was issued for another host name",
    ["Use a name that the certificate lists", "Check that the right virtual host answers (SNI)"],
  ],
  [
    "wrong-version",
    /wrong version number|\bEPROTO\b|unknown protocol|first record does not look like a TLS handshake|SSL_ERROR_RX_RECORD_TOO_LONG|packet length too long/i,
    0.85,
    "One side uses TLS and the other does not",
    ["Check http against https and the port", "Check that no proxy terminates TLS twice"],
    ["Client and server have no TLS version in common"],
  ],
  [
    "handshake",
    /handshake failure|SSLHandshakeException|tls: handshake|no protocols available|unsupported protocol|alert (?:number 40|protocol version)|sslv3 alert/i,
    0.7,
    "Client and server cannot agree on a TLS version or cipher",
    ["Compare the versions both sides offer: `nmap --script ssl-enum-ciphers` or `openssl s_client -tls1_2`"],
    ["The server requires a client certificate", "SNI is missing"],
  ],
]);

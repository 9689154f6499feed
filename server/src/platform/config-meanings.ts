import type { variables } from './config-variables.ts'

type Documented = Exclude<keyof typeof variables.shape, `${string}_FILE`>

/**
 * Meaning of each variable, in the groups of docs/configuration.md, which `npm run configuration` generates from this and from the variables
 * themselves. Each `_FILE` follows the variable it replaces.
 */
export const meanings: Record<string, Partial<Record<Documented, string>>> = {
  Serving: {
    PORT: 'Port to serve on, 0 to 65535; 0 takes any free one.',
    HOST: 'Address to listen on. Use `127.0.0.1` behind a reverse proxy on the same machine.',
    APP_URL:
      'Address under which people reach the application, without a path. An `https` address makes cookies Secure and sends HSTS. Without it, `http://localhost` with `PORT`.',
    APP_NAME: 'Name of the installation, at most 60 characters.',
    TRUSTED_PROXIES: 'Addresses or ranges of your reverse proxies, separated by commas. Only their forwarded client addresses count.',
    COOKIE_SECURE: '`true` or `false`: whether cookies are Secure. Without it, they are when `APP_URL` is `https`.',
    ROLES: 'What this process does: `web` serves requests, `worker` does jobs.',
    SHUTDOWN_SECONDS: 'How long a stop waits for requests and jobs under way, 1 to 600.',
    DRAIN_SECONDS:
      'How long a node goes on serving after it was asked to stop, while `/readyz` answers 503, 0 to 120. Without it 5 when `TRUSTED_PROXIES` is set, else 0.',
  },
  Data: {
    AUDIT_MONTHS:
      'Whole months that rows of the audit log are kept, at least 12. Without it for good ([how](operations.md#the-audit-log)).',
    DATA_DIR: 'Folder for the embedded database, the root key and backups, relative to the folder the server is started in.',
    DATABASE_URL:
      'A PostgreSQL server of your own, version 16 or newer, as `postgres://user:password@host:5432/twofold`. Without it the embedded one is used. It may list the hosts of a cluster, `@one:5432,two:5432/`: connections go to the writable one ([how](cluster.md#several-hosts)).',
    DATABASE_OWNER_URL:
      'The address of the same database for the role that owns its tables. With it each start migrates as that role and serves as the other ([how](operations.md#two-roles)).',
    DATABASE_POOL: 'Database connections for requests, 2 to 500. Jobs take up to 8 more, and a backup one while it is made.',
    DATABASE_POOLER:
      'What stands at `DATABASE_URL`: `none`, or a pooler such as PgBouncer that hands out sessions by `session` or by `transaction` ([how](cluster.md#poolers)).',
    DATABASE_DIRECT_URL: 'The address of the same database past the pooler, for the same user. `DATABASE_POOLER=transaction` needs it.',
    DATABASE_PREPARE:
      'Whether PostgreSQL keeps statements prepared. Without it, unless `DATABASE_POOLER` is `transaction`; set it to `true` there for PgBouncer 1.21 or newer with `max_prepared_statements`.',
    DATABASE_TIMEOUT_SECONDS:
      'Seconds within which a request is answered with 503 when the database does not respond, from 1 to 60. A slow or busy machine may need more.',
    POSTGRES_BEFORE:
      'Folder with the programs of the earlier PostgreSQL, when an upgrade brings another major version and they are not found by themselves ([how](upgrade.md#postgresql)).',
    MASTER_KEY:
      'Root key: 32 random bytes in base64 or hexadecimal. Without this and `MASTER_KEY_FILE` it is made once as `master.key` in `DATA_DIR`.',
    MASTER_KEY_PREVIOUS: 'The old root key while it is being changed ([how](operations.md#changing-the-root-key)).',
    BACKUP_PASSWORD:
      'What backups are encrypted with, at least 12 characters. Without it, it is the root key ([how](operations.md#backups)).',
    BACKUP_AGE_RECIPIENTS:
      'Public keys of age, separated by commas, whose owners can open backups as well ([how](operations.md#recipients-of-age)).',
    BACKUP_AGE_KEY:
      'A secret key of age, or a file of `age-keygen`. Only `npm run restore` uses it; keep it away from the machine otherwise.',
    S3_ENDPOINT:
      'Address of a service that speaks S3, where backups are kept as well ([how](operations.md#backups-off-the-machine)). Needs `S3_BUCKET`, `S3_ACCESS_KEY` and `S3_SECRET_KEY`.',
    S3_BUCKET: 'Bucket at `S3_ENDPOINT`. Twofold does not make it.',
    S3_PREFIX: 'Folder in the bucket. Several installations can share one: each has its own folder below.',
    S3_REGION: 'Region that requests are signed for. `auto` for services that have none.',
    S3_ACCESS_KEY: 'Access key id for the bucket.',
    S3_SECRET_KEY: 'Secret of `S3_ACCESS_KEY`.',
  },
  'Accounts and sign-in': {
    ADMIN_EMAIL: 'Address of the administrator to make when there is none. Needs `ADMIN_PASSWORD`.',
    ADMIN_PASSWORD: 'That administrator’s password, 8 to 256 characters.',
    SIGN_UP: 'Who may make an account: `open` everybody, `closed` nobody. `invite` those who were invited.',
    EMAIL_VERIFICATION:
      'Whether a new account has to prove its address: `off`, `required`, or `auto`: required once there is an active e-mail provider.',
    APPROVALS:
      'Whether weighty acts of administrators wait for a second one, or for the waiting time where there is none. `none`: an administrator can act alone.',
    DEVICE_SIGN_IN:
      'Whether people sign in programs with a code ([how](command-line.md#signing-in)): `any`, `off`, or `same-network`: only from the network where they approve it.',
    HIBP_URL: 'Where passwords are looked up in known breaches: five characters of a hash are added to it. `off` asks nobody.',
    GOOGLE_CLIENT_ID:
      'Client of Google under which people sign in; its redirect address is `/callback/google` below `APP_URL`. Needs `GOOGLE_CLIENT_SECRET`.',
    GOOGLE_CLIENT_SECRET: 'Secret of `GOOGLE_CLIENT_ID`.',
    FACEBOOK_CLIENT_ID:
      'App of Facebook under which people sign in; its redirect address is `/callback/facebook` below `APP_URL`. Needs `FACEBOOK_CLIENT_SECRET`.',
    FACEBOOK_CLIENT_SECRET: 'Secret of `FACEBOOK_CLIENT_ID`.',
    OIDC_ISSUER:
      'Any other OpenID Connect issuer, by its `https` address; the redirect address is `/callback/oidc` below `APP_URL`. Needs `OIDC_CLIENT_ID` and `OIDC_CLIENT_SECRET`.',
    OIDC_CLIENT_ID: 'Client at `OIDC_ISSUER`.',
    OIDC_CLIENT_SECRET: 'Secret of `OIDC_CLIENT_ID`.',
    OIDC_NAME: 'Label of the button that leads to `OIDC_ISSUER`, at most 30 characters.',
  },
  'E-mail': {
    EMAIL_FROM:
      'Who e-mails are from where neither its provider nor the e-mail settings say so: an address, or `Twofold <vault@example.org>`.',
    EMAIL_ALLOW_PRIVATE_HOSTS:
      'Host names, addresses or ranges inside your own network to which e-mails may go, separated by commas. Without it, only public hosts.',
    SES_TOPIC_ARNS:
      'Amazon SNS topics, separated by commas, that may tell at `/api/webhooks/ses` what became of e-mails. Without it there is no such address.',
    ZEPTOMAIL_WEBHOOK_KEY:
      'Authentication key of the ZeptoMail webhook at `/api/webhooks/zeptomail`; of several mail agents separated by commas. Without it there is no such address.',
  },
  'Watching it': {
    LOG_LEVEL: '`trace`, `debug`, `info`, `warn`, `error`, `fatal` or `silent`.',
    METRICS_TOKEN: 'Bearer token for `/metrics`, at least 16 characters. Without it there are no metrics.',
    METRICS_PORT:
      'A second port that answers `/livez`, `/readyz` and `/metrics` and nothing else, also in a process with `ROLES=worker`; 0 takes any free one.',
    METRICS_HOST: 'Address that `METRICS_PORT` listens on.',
    OTEL_EXPORTER_OTLP_ENDPOINT:
      'OpenTelemetry collector that traces of requests, statements and jobs go to ([how](operations.md#traces)), such as `http://127.0.0.1:4318`; `/v1/traces` is added. Without it there are no traces.',
    OTEL_EXPORTER_OTLP_PROTOCOL: 'How it is spoken to: `http/json`.',
    OTEL_EXPORTER_OTLP_HEADERS:
      'Headers of each request to it, such as `authorization=Bearer%20token`, separated by commas. They need an `https` address, or one on this machine.',
    OTEL_SERVICE_NAME: 'The service that traces name.',
    OTEL_RESOURCE_ATTRIBUTES: 'What else each trace says, such as `deployment.environment.name=production`, separated by commas.',
    OTEL_TRACES_SAMPLER:
      'Which traces are recorded: `always_on`, `always_off` or `traceidratio`. After `parentbased_`, those that a trusted proxy began are recorded as it says.',
    OTEL_TRACES_SAMPLER_ARG: 'For `traceidratio`, the part of all traces that is recorded, 0 to 1.',
    OTEL_BSP_SCHEDULE_DELAY: 'Milliseconds between two requests to the collector, 10 to 60000.',
    NTP_SERVER:
      'Time server that the clock is compared with, such as `pool.ntp.org`, with a port where it is not 123. Without it, only with the clock of the database.',
    UPDATE_FEED_URL:
      '`https` address of a release feed ([its form](operations.md#releases)), asked twice a day for a newer version. Without it nobody is asked.',
    OUTBOUND_ALLOW:
      'Like `EMAIL_ALLOW_PRIVATE_HOSTS` for everything else that goes out: streams of the audit log, and what issuers name other than themselves. Listed hosts may also be asked at other ports than 443.',
  },
}

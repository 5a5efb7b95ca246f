/** What each setting means. `npm run settings` writes the table of settings in docs/operations.md from these notes. */
import type { SettingName } from './env.ts';

export interface SettingNote {
  /** The unit of the value. Omitted if the value isn’t a quantity. */
  readonly unit?: string;
  /** What happens without the setting, if the schema has no default and the setting isn’t required. */
  readonly absent?: string;
  /** In Markdown. Its first word is lowercase, as in the other tables' cells. */
  readonly meaning: string;
}

export const SETTING_NOTES: Readonly<Record<SettingName, SettingNote>> = {
  DIRECTMAIL_BASE_URL: { meaning: 'base URL of the mail service’s v1 endpoints' },
  DIRECTMAIL_BASE_URL_V2: { meaning: 'base URL of the mail service’s v2 endpoints' },
  DIRECTMAIL_API_KEY: { meaning: 'your API key for the mail service' },
  DIRECTMAIL_API_KEY_PREVIOUS: {
    meaning:
      'another API key of the same account, with which the console reads if the mail service rejects `DIRECTMAIL_API_KEY`. Calls that change anything never use it. See [Changing keys](#changing-keys).',
  },
  NEXTAUTH_URL: {
    meaning: 'public origin of the console. After a payment, the service redirects the payer to this origin.',
  },
  NEXTAUTH_SECRET: {
    meaning:
      'secret of at least 32 characters. Mailroom derives the keys that protect sessions, authenticator apps, and share links from this secret.',
  },
  NEXTAUTH_SECRET_PREVIOUS: {
    meaning:
      'another secret that the console accepts but doesn’t use for anything new, so that changing `NEXTAUTH_SECRET` signs no one out. See [Changing keys](#changing-keys).',
  },
  DATABASE_URL: {
    absent: 'an embedded database in `MAILROOM_DATA`',
    meaning:
      'URL of a PostgreSQL database. If the database runs on another computer, add `?sslmode=verify-full`, which encrypts the connection and checks the database’s certificate. If the certificate comes from your own certificate authority, also add `&sslrootcert=FILE` with the absolute path of the authority’s certificate. Add `?sslmode=disable` only if no one else can read the network traffic. The URL can point to a connection pooler. See [The database](#the-database).',
  },
  DATABASE_MIGRATION_URL: {
    absent: 'the value of `DATABASE_URL`',
    meaning:
      'URL of the same database for the migrations, with a user who can create and change tables. Needed only if the user in `DATABASE_URL` can’t do that. See [The database](#the-database).',
  },
  MAILROOM_DATA: { meaning: 'directory for the console’s data' },
  DATABASE_TIMEOUT: {
    unit: 'seconds',
    meaning:
      'time after which the console gives up on a PostgreSQL query, from 1 to 999. A query waits for a lock for at most half of this time. Connecting is limited to 3 seconds, and a migration to 10 minutes. If PostgreSQL fails over to another server, the console takes about this long to switch to the new server.',
  },
  DATABASE_POOL: {
    unit: 'connections',
    meaning: 'how many connections to PostgreSQL each console opens at most, from 1 to 999',
  },
  SHUTDOWN_SECONDS: {
    unit: 'seconds',
    meaning:
      'maximum time that the console takes to stop after SIGTERM, from 1 to 999. See [Stopping](#stopping).',
  },
  SHUTDOWN_DELAY_SECONDS: {
    unit: 'seconds',
    meaning:
      'how long the console accepts connections after SIGTERM, from 0 to 999. Must be less than `SHUTDOWN_SECONDS`. Behind a proxy that checks `/health/ready`, use the time that the proxy takes to detect that the console isn’t ready. See [Stopping](#stopping).',
  },
  PORT: { meaning: 'port that the console listens on' },
  HOST: {
    meaning:
      'address that the console listens on. The default accepts only connections from the same computer, such as from a proxy. In a container, use `0.0.0.0`.',
  },
  MAX_LARGE_REQUESTS: {
    unit: 'requests',
    meaning:
      'how many requests larger than 64 KB, such as template updates, the console processes at once, from 1 to 999. Each large request needs up to 40 MB of memory. Further large requests get the status 503.',
  },
  PAY_LINK_ORIGINS: {
    meaning:
      'additional origins that payment links can point to, separated by commas. The service’s own origin and all https origins are always allowed. If payment links point to an https origin other than the service’s, add that origin here. Without JavaScript, checkout redirects only to the service’s origin and to the origins in this setting. For any other origin, checkout shows the payment link as text.',
  },
  CARD_FIELDS_URL: {
    meaning:
      'your card processor’s page, where members enter a card at checkout. See [Paying by card](#paying-by-card).',
  },
  CARD_TOKENS: {
    meaning: '`true` gives checkout a field for a card token. Can’t be combined with `CARD_FIELDS_URL`.',
  },
  DIRECTMAIL_TEMPLATE_UPDATE_PATH: {
    absent: 'the documented path',
    meaning: 'path for template updates, for a service that doesn’t use the documented path',
  },
  DIRECTMAIL_MONTHLY_INVOICE: {
    meaning:
      '`true` if the service bills you by monthly invoice. Campaigns then skip checkout and are added to your monthly invoice.',
  },
  BULK_CONFIRM_ABOVE: {
    unit: 'campaigns, currency units',
    meaning:
      'a number of campaigns, and an amount in whole currency units. If a bulk job has more campaigns or costs more, the member must type the number of campaigns before the job starts.',
  },
  OIDC_ISSUER: {
    meaning:
      'issuer URL of an OpenID Connect provider for single sign-on. Register `{NEXTAUTH_URL}/api/auth/callback/oidc` as the redirect URI at the provider. Requires `OIDC_CLIENT_ID` and `OIDC_CLIENT_SECRET`.',
  },
  OIDC_CLIENT_ID: { meaning: 'the console’s client ID at the provider' },
  OIDC_CLIENT_SECRET: { meaning: 'the console’s client secret at the provider' },
  OIDC_ALLOWED_DOMAINS: {
    meaning:
      'email domains, separated by commas. People with a verified address in one of these domains become members when they first sign in.',
  },
  OIDC_DEFAULT_ROLE: {
    meaning:
      'role for members who join through `OIDC_ALLOWED_DOMAINS`. If `OIDC_ROLE_CLAIM` is set, members without a group in `OIDC_ROLE_MAP` also get this role.',
  },
  OIDC_NAME: { absent: '`single sign-on`', meaning: 'the provider’s name on the sign-in page' },
  OIDC_TRUST_EMAIL: {
    meaning:
      '`true` accepts addresses from a provider that doesn’t report whether addresses are verified. Read [the risks](#addresses-that-the-provider-doesnt-verify) first.',
  },
  OIDC_TRUST_SECOND_FACTOR: {
    meaning:
      '`true` if the provider asks everyone for a second factor. With this setting, Mailroom doesn’t ask for its own second factor after single sign-on, and the team’s second-factor rule doesn’t apply to these sign-ins.',
  },
  OIDC_ROLE_CLAIM: {
    meaning:
      'the claim with a person’s groups or roles, such as `groups`. Requires `OIDC_ROLE_MAP`. Read [the risks](#roles-from-the-provider) first.',
  },
  OIDC_ROLE_MAP: {
    meaning: 'the role for each value of the claim, such as `mailroom-admins=admin,mailroom-senders=sender`',
  },
  PASSWORD_SIGN_IN: {
    meaning:
      '`false` turns off password sign-in. Turning off password sign-in requires an identity provider.',
  },
  SESSION_IDLE_HOURS: {
    unit: 'hours',
    meaning:
      'time after which an unused session ends, from 1 to 720. Automatic updates of an open page don’t count as use.',
  },
  SESSION_HOURS: {
    unit: 'hours',
    meaning:
      'time after which a session ends even if it is in use, from 1 to 720. A new value applies only to sessions that start after the change.',
  },
  API_REQUESTS_PER_MINUTE: {
    unit: 'requests',
    meaning:
      'requests per minute that one API token can make, from 1 to 10000. Further requests get status 429.',
  },
  DIRECTMAIL_SYNC_CALLS_PER_MINUTE: {
    unit: 'calls',
    meaning:
      'calls per minute to the mail service that keep the campaign index current, from 0 to 6000. With 0, the index is off: lists are always read from the mail service, and the calendar, calendar feeds, spending, sorting, and totals aren’t available.',
  },
  TRUSTED_PROXY_ADDRESSES: {
    meaning:
      'IP addresses or networks of the proxies in front of the console, separated by commas. The console trusts an entry in `X-Forwarded-For` only if one of these proxies appended it. If a proxy is missing from this setting, all callers behind that proxy appear to share one IP address. Ten wrong passwords from any of these callers then block password sign-in for up to 15 minutes in every browser in which no one has signed in before.',
  },
  SMTP_URL: {
    meaning:
      'SMTP server, such as `smtps://user:password@mail.example.com`. Requires `MAIL_FROM`. Without an SMTP server, Mailroom doesn’t send email, members can’t share campaigns with customers in bulk, and admins must share invitation links themselves. Connections to another computer are always encrypted. If the URL starts with `smtp:`, a server on another computer must support STARTTLS.',
  },
  MAIL_FROM: { meaning: 'sender of all emails, such as `Mailroom <mailroom@example.com>`' },
  KEEP_ACTIVITY_DAYS: {
    unit: 'days, or `forever`',
    meaning:
      'how long entries of the activity log are kept, at least 30 days. Entries about attempts are kept as long as the attempt. See [Retention](#retention).',
  },
  KEEP_REPEATED_EVENTS_DAYS: {
    unit: 'days',
    meaning:
      'how long security events that callers without an account can repeat, such as refused sign-ins, are kept. A new value applies to events that happen after the change.',
  },
  KEEP_REFUSED_ATTEMPTS_DAYS: {
    unit: 'days, or `forever`',
    meaning: 'how long refused attempts are kept, at least 30 days. All other attempts are always kept.',
  },
  KEEP_JOBS_DAYS: {
    unit: 'days, or `forever`',
    meaning: 'how long bulk jobs and payment runs are kept after they end, at least 30 days',
  },
  KEEP_SHARE_LINKS_DAYS: {
    unit: 'days, or `forever`',
    meaning:
      'how long share links are kept after they end, with guests’ names, email addresses, and decisions, at least 30 days. Links to a campaign that can still change are kept.',
  },
  KEEP_VISITS_DAYS: { unit: 'days, or `forever`', meaning: 'how long views of share links are kept' },
  KEEP_INVITATIONS_DAYS: {
    unit: 'days, or `forever`',
    meaning: 'how long invitations are kept after they are accepted or revoked, or after they expire',
  },
  KEEP_NOTIFICATIONS_DAYS: {
    unit: 'days, or `forever`',
    meaning:
      'how long notifications are kept. Notifications whose email is pending, or that are about an unknown outcome, are kept longer.',
  },
  KEEP_SESSIONS_DAYS: {
    unit: 'days',
    meaning:
      'how long expired sessions are kept, from 1 to 365, so that the sign-in page can say why a member is signed out',
  },
  LOG_LEVEL: {
    meaning:
      'the lowest level of the lines that are logged: `error`, `warn`, `info`, or `debug`, or silent to log nothing',
  },
  LOG_FORMAT: {
    meaning:
      '`json` for log systems, or `pretty` for lines that are easier for people to read. See [The log](#the-log).',
  },
  METRICS_PORT: {
    meaning:
      'port on which the console serves metrics for Prometheus. Without a port, metrics are off. See [Metrics](#metrics).',
  },
  OTEL_EXPORTER_OTLP_ENDPOINT: {
    meaning:
      'base URL of an OpenTelemetry collector, such as `http://127.0.0.1:4318`. The console sends traces there. See [Traces](#traces).',
  },
  OTEL_EXPORTER_OTLP_HEADERS: {
    absent: 'none',
    meaning:
      'headers for the collector, such as `authorization=Bearer%20abc`, separated by commas. The values are percent-encoded.',
  },
  OTEL_SERVICE_NAME: { absent: '`mailroom`', meaning: 'name of the console in traces' },
  OTEL_TRACES_SAMPLER_ARG: {
    meaning:
      'share of the requests that are traced, from 0 to 1. If a request belongs to a trace of the caller, such as your proxy, the caller decides.',
  },
  METRICS_HOST: {
    meaning:
      'address on which the console serves metrics. Metrics need no sign-in, so make sure that only your monitoring system can connect.',
  },
};

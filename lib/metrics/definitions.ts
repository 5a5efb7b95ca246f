/**
 * The console's metrics, for Prometheus. Each label has a bounded set of values: routes, operations, states, and other
 * names from the console's code, but nothing that a caller chose. docs/operations.md explains how to read the metrics.
 */

interface MetricDefinition {
  readonly type: 'counter' | 'gauge' | 'histogram';
  readonly help: string;
  readonly labels: readonly string[];
  /** The upper bounds of a histogram's buckets, in seconds. */
  readonly buckets?: readonly number[];
}

const RESPONSE_BUCKETS = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
const QUERY_BUCKETS = [0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5, 15];

export const METRICS = {
  mailroom_build_info: {
    type: 'gauge',
    help: 'Always 1. The labels contain the release, and the version of Node.',
    labels: ['version', 'commit', 'node'],
  },
  mailroom_http_requests_total: {
    type: 'counter',
    help: 'Requests, by route and status. The status is 499 if the client closed the connection first.',
    labels: ['method', 'route', 'status'],
  },
  mailroom_http_request_duration_seconds: {
    type: 'histogram',
    help: 'The time from when a request’s headers arrived until its response was sent, by route and class of status.',
    labels: ['route', 'status'],
    buckets: RESPONSE_BUCKETS,
  },
  mailroom_http_requests_in_flight: {
    type: 'gauge',
    help: 'Requests whose response hasn’t been sent.',
    labels: [],
  },
  mailroom_upstream_calls_total: {
    type: 'counter',
    help: 'HTTP requests to the mail service, including retries, by operation and outcome.',
    labels: ['operation', 'outcome'],
  },
  mailroom_upstream_call_duration_seconds: {
    type: 'histogram',
    help: 'The duration of HTTP requests to the mail service.',
    labels: ['operation'],
    buckets: RESPONSE_BUCKETS,
  },
  mailroom_upstream_calls_in_flight: {
    type: 'gauge',
    help: 'Requests to the mail service that the console is waiting for.',
    labels: [],
  },
  mailroom_upstream_invalid_responses_total: {
    type: 'counter',
    help: 'Successful responses from the mail service that the console couldn’t read.',
    labels: ['operation'],
  },
  mailroom_upstream_breaker_state: {
    type: 'gauge',
    help: 'The circuit breaker for reads from the mail service: 1 for the current state, 0 for the others.',
    labels: ['state'],
  },
  mailroom_upstream_key_rejections_total: {
    type: 'counter',
    help: 'Responses from the mail service that rejected the API key.',
    labels: [],
  },
  mailroom_upstream_clock_offset_seconds: {
    type: 'gauge',
    help: 'How far the mail service’s clock is ahead of this computer’s clock.',
    labels: [],
  },
  mailroom_attempts_total: {
    type: 'counter',
    help: 'Attempts at irreversible operations, by the state that they entered: open when the call begins, then done, refused, or unknown.',
    labels: ['operation', 'state'],
  },
  mailroom_attempts_unsettled: {
    type: 'gauge',
    help: 'Attempts in the database that are open or unknown. The same on every console.',
    labels: ['operation', 'state'],
  },
  mailroom_attempts_oldest_unknown_seconds: {
    type: 'gauge',
    help: 'The age of the oldest attempt whose outcome is unknown. 0 if there is none.',
    labels: [],
  },
  mailroom_database_up: {
    type: 'gauge',
    help: 'Whether the database answered the queries for the metrics and accepts changes: 1 if it does, and 0 if not.',
    labels: [],
  },
  mailroom_database_connections: {
    type: 'gauge',
    help: 'The PostgreSQL connections of this console, by state. Missing with the embedded database.',
    labels: ['state'],
  },
  mailroom_database_waiting: {
    type: 'gauge',
    help: 'Queries that are waiting for a PostgreSQL connection. Missing with the embedded database.',
    labels: [],
  },
  mailroom_database_query_duration_seconds: {
    type: 'histogram',
    help: 'The duration of database queries, including the time that they wait for a connection.',
    labels: ['outcome'],
    buckets: QUERY_BUCKETS,
  },
  mailroom_lease_active: {
    type: 'gauge',
    help: 'Whether any console currently does this background work: 1 if one does, and 0 if none does.',
    labels: ['lease'],
  },
  mailroom_outbox_emails: {
    type: 'gauge',
    help: 'Emails in the outbox: due now, or scheduled for later.',
    labels: ['state'],
  },
  mailroom_outbox_oldest_due_seconds: {
    type: 'gauge',
    help: 'How long the oldest due email has been due. 0 if no email is due.',
    labels: [],
  },
  mailroom_sign_ins_total: {
    type: 'counter',
    help: 'Sign-ins, by outcome. Second factors and passkeys that were refused are counted separately.',
    labels: ['outcome'],
  },
  mailroom_security_events_total: {
    type: 'counter',
    help: 'Security events, by name.',
    labels: ['event'],
  },
  mailroom_rate_limit_refusals_total: {
    type: 'counter',
    help: 'Attempts and requests above a rate limit.',
    labels: ['limit'],
  },
  mailroom_client_errors_total: {
    type: 'counter',
    help: 'Reports of errors in browsers: logged, limited, or invalid.',
    labels: ['outcome'],
  },
  mailroom_log_lines_total: {
    type: 'counter',
    help: 'Warnings and errors in the log.',
    labels: ['level'],
  },
} as const satisfies Record<string, MetricDefinition>;

type MetricName = keyof typeof METRICS;
type NamesOf<T extends MetricDefinition['type']> = {
  [N in MetricName]: (typeof METRICS)[N]['type'] extends T ? N : never;
}[MetricName];
export type CounterName = NamesOf<'counter'>;
export type GaugeName = NamesOf<'gauge'>;
export type HistogramName = NamesOf<'histogram'>;
/** A value for each of the metric's labels. */
export type LabelsOf<N extends MetricName> = Readonly<Record<(typeof METRICS)[N]['labels'][number], string>>;

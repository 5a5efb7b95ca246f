import type { EventDetail } from '#lib/domain/security-event.ts';

/** The properties of a JSON object that can contain addresses and names, grouped by the kind of text. */
export interface JsonTexts {
  readonly address?: readonly string[];
  readonly typed?: readonly string[];
  readonly composed?: readonly string[];
}

/** The activity's details that can contain addresses and names. All other details are ids, numbers, and values that the code defines. */
const DETAILS = {
  address: ['guest', 'transferred_from'],
  typed: ['label', 'title', 'old_title', 'note', 'old_note', 'old_name'],
  composed: ['filters', 'old_filters'],
} as const satisfies Record<string, readonly EventDetail[]>;

/**
 * For every column that can contain text, says whether the column can contain a person's email address or
 * name. Exports and erasures of members' data rely on this list. A test fails if a column of the schema is
 * missing.
 */
export interface ColumnKinds {
  /** Nothing but an email address. */
  readonly address?: readonly string[];
  /** A person's own name, with the column that contains the person's email address. */
  readonly ownName?: Readonly<Record<string, string>>;
  /** Text that people typed, which can contain addresses and names. */
  readonly typed?: readonly string[];
  /** Text that Mailroom composed, such as filters, which can contain addresses. */
  readonly composed?: readonly string[];
  /** JSON that can contain addresses and names. No other property of the JSON is ever replaced. */
  readonly json?: Readonly<Record<string, JsonTexts>>;
  /**
   * Text that identifies a caller by IP address and email address. Mailroom uses the text only for
   * comparisons.
   */
  readonly caller?: readonly string[];
  /**
   * An IP address, with the columns that can contain the email address of the person who used it. The first
   * column that isn't null applies.
   */
  readonly origin?: Readonly<Record<string, readonly string[]>>;
  /** Other data about the member. The row is deleted with the member. */
  readonly own?: readonly string[];
  /** Secrets and hashes of secrets, which are never exported. */
  readonly secret?: readonly string[];
  /** Copies of the mail service's data about customers. The next reading would restore what Mailroom erases. */
  readonly service?: readonly string[];
  /** Values that the code defines, numbers, ids, and hashes. */
  readonly fixed?: readonly string[];
}

/** The columns by table, with their names in the database. */
export const COLUMN_KINDS: Readonly<Record<string, ColumnKinds>> = {
  activity: {
    address: ['by', 'about', 'resolved_by'],
    typed: ['token_name', 'reason'],
    json: { details: DETAILS },
    // A refused sign-in has no `by`. The caller might be the member that `about` names.
    origin: { from: ['by', 'about'] },
    service: ['old_email', 'new_email'],
    fixed: ['operation', 'outcome', 'amount', 'settled_by', 'request_id'],
  },
  api_tokens: {
    address: ['revoked_by'],
    own: ['ending', 'name', 'scopes', 'addresses', 'last_used_from'],
    secret: ['token_hash'],
  },
  approval_requests: { address: ['by'], typed: ['comment'], fixed: ['fingerprint'] },
  attempts: {
    address: ['by', 'settled_by_member', 'reading_accepted_by'],
    typed: ['token_name', 'reason'],
    origin: { from: ['by'] },
    service: ['before', 'after', 'last_reading', 'result', 'reschedule'],
    fixed: ['operation', 'lock_scope', 'state', 'item_kind', 'amount', 'settled_by'],
  },
  authenticator_apps: { secret: ['sealed_secret'] },
  calendar_feeds: { own: ['name'], secret: ['token_hash'] },
  campaign_template_names: { service: ['name'] },
  campaign_totals: { fixed: ['kind', 'size', 'postage', 'status', 'payment', 'currency'] },
  decided_contents: { fixed: ['fingerprint'] },
  event_counts: { caller: ['source'], fixed: ['event'] },
  guest_codes: { secret: ['code_hash'] },
  // A member can also be a guest.
  guest_decisions: {
    address: ['email'],
    ownName: { name: 'email' },
    typed: ['comment'],
    fixed: ['decision', 'fingerprint'],
  },
  idempotency_keys: { own: ['key', 'fingerprint', 'answer'] },
  index_sync: { fixed: ['name', 'position', 'failure'] },
  indexed_campaigns: {
    typed: ['title', 'note'],
    service: [
      'customer_email',
      'first_template_name',
      'template_name',
      'status',
      'price',
      'currency',
      'postage',
      'size',
      'expected_delivery',
      'metadata',
      'thumbnails',
      'checkout_currency',
    ],
    fixed: ['payment', 'search'],
  },
  indexed_customers: { service: ['email', 'spending', 'main_currency', 'search'] },
  indexed_templates: { service: ['name', 'search'] },
  invitations: { address: ['email', 'by'], secret: ['token_hash'], fixed: ['role'] },
  job_items: {
    service: ['email', 'price_at_selection', 'price', 'currency', 'reviewed'],
    fixed: ['state', 'left_out', 'failure'],
  },
  jobs: {
    address: ['by', 'stopped_by'],
    json: { action: { typed: ['reason', 'title', 'note', 'message', 'comment'] } },
    origin: { from: ['by'] },
    fixed: ['state', 'stop_reason'],
  },
  leases: { fixed: ['name'] },
  list_views: { own: ['columns', 'density'] },
  member_decisions: { address: ['by'], typed: ['comment'], fixed: ['decision', 'fingerprint'] },
  members: {
    own: ['email', 'name', 'identity', 'role', 'time_zone', 'date_locale'],
    secret: ['password_hash'],
  },
  notification_settings: { own: ['emails', 'zone'] },
  notifications: { own: ['kind', 'about'] },
  passkeys: { own: ['device', 'transports'], secret: ['credential_id', 'public_key'] },
  payment_run_items: { fixed: ['outcome', 'amount', 'send_failure'] },
  payment_runs: { address: ['by'], fixed: ['send_date'] },
  // The keys contain hashes of addresses and expire within a day.
  rate_limits: { fixed: ['key'] },
  recovery_codes: { secret: ['prefix', 'code_hash'] },
  saved_views: { typed: ['name'], composed: ['query'] },
  sessions: { own: ['address', 'device'], secret: ['secret_hash'] },
  share_emails: { service: ['to'], typed: ['message'], fixed: ['state'] },
  share_links: {
    address: ['by'],
    typed: ['label'],
    secret: ['nonce', 'token_hash', 'password_hash'],
    fixed: ['visible_parts', 'fingerprints'],
  },
  share_visits: { fixed: ['visitor'] },
  spending_sums: { fixed: ['kind', 'key', 'unit', 'currency'] },
  team_settings: { fixed: ['approval_rule', 'second_factor_rule'] },
  titles_and_notes: { address: ['changed_by'], typed: ['title', 'note'] },
};

/** Returns the names of all columns in the list. */
export const listColumns = ({ ownName, json, origin, ...kinds }: ColumnKinds): readonly string[] => [
  ...[ownName, json, origin].flatMap((columns) => Object.keys(columns ?? {})),
  ...(Object.values(kinds) as readonly (readonly string[])[]).flat(),
];

/** The columns with a member's id, by table. */
export const MEMBER_ID_COLUMNS: Readonly<Record<string, readonly string[]>> = {
  api_tokens: ['member_id'],
  approval_requests: ['member_id'],
  attempts: ['member_id'],
  authenticator_apps: ['member_id'],
  calendar_feeds: ['member_id'],
  idempotency_keys: ['member_id'],
  jobs: ['member_id'],
  list_views: ['member_id'],
  member_decisions: ['member_id'],
  members: ['id'],
  notification_settings: ['member_id'],
  notifications: ['member_id'],
  passkeys: ['member_id'],
  payment_runs: ['member_id'],
  recovery_codes: ['member_id'],
  saved_views: ['owner_id', 'author_id'],
  sessions: ['member_id'],
  share_links: ['member_id'],
  start_views: ['member_id'],
};

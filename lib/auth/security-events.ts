/**
 * Records each security event in the activity log and in the server's log. `changeAndRecord` makes a change
 * and records the change's events in the same transaction. `recordSecurityEvent` records all other events.
 */
import 'server-only';
import type { Database } from '#lib/database/open.ts';
import {
  type ChangeEventName,
  type ChangelessEventName,
  type EventDetails,
  isRefusalEvent,
  isRepeatableEvent,
  loggableDetails,
  type SecurityEventName,
  truncateDetails,
} from '#lib/domain/security-event.ts';
import { log } from '#lib/log.ts';
import { countMetric } from '#lib/metrics/record.ts';
import { currentRequestId } from '#lib/runtime/request-context.ts';
import { findMemberByEmail, type MemberRow } from '#lib/store/members.ts';
import { store } from '#lib/store/open.ts';
import { countSecurityEvent, insertSecurityEvent } from '#lib/store/security-events.ts';
import { runAfterResponse } from './after-response.ts';
import { callerAddress } from './caller-address.ts';
import { describeDevice } from './device.ts';
import type { SessionClient } from './session-token.ts';

/** A member, or an invited person. Invited people don't have an id yet. */
interface Person {
  readonly id?: string;
  readonly email: string;
}

export interface SecurityEvent<Name extends SecurityEventName = SecurityEventName> {
  readonly name: Name;
  /** The signed-in member who caused the event. Omitted for guests and for callers who aren't signed in. */
  readonly by?: Person | null;
  /** The person that the event is about. Omitted if that person caused the event. */
  readonly about?: Person | null;
  readonly campaignId?: number;
  /**
   * Must not contain secrets, or anything typed by a caller who isn't signed in, such as an email address.
   */
  readonly details?: EventDetails;
  /** The caller's IP address or network. By default, the address of the current request's caller. */
  readonly from?: string | null;
}

/**
 * Records an event that isn't part of a change. A repeatable event is recorded after the response is sent. If
 * recording the event fails, the error is only logged.
 */
export async function recordSecurityEvent(event: SecurityEvent<ChangelessEventName>): Promise<void> {
  const from = await addressOf(event);
  if (!isRepeatableEvent(event.name)) {
    await insertSecurityEvent(await store(), toRow(event, from));
    return logEvent(event, from);
  }
  await runAfterResponse(() => countEvent(event, from), NOT_RECORDED);
}

const NOT_RECORDED = 'a security event was not recorded';

async function countEvent(event: SecurityEvent, from: string | null): Promise<void> {
  logEvent(event, from);
  const { by, about, details } = event;
  const source = [from, by?.email, about?.email, details?.id, details?.reason].join(' ');
  await countSecurityEvent(await store(), toRow(event, from), source);
}

/**
 * Records a refused sign-in. If the address belongs to a member, the event is about the member. An address
 * that belongs to no member isn't recorded, because it might be a password that was typed into the wrong
 * field. Everything that depends on the address runs after the response is sent, so that the response time
 * doesn't reveal who is a member.
 * @param email the typed address, or null if it can't be an address
 * @param from the caller's rate limit key
 */
export async function recordRefusedSignIn(
  name: 'sign_in.refused' | 'sign_in.limited',
  email: string | null,
  from: string,
): Promise<void> {
  await runAfterResponse(async () => {
    const member = email === null ? undefined : await findMemberByEmail(await store(), email);
    const details = member ? {} : ({ reason: 'unknown_address' } as const);
    await countEvent({ name, about: member ?? null, details }, from);
  }, NOT_RECORDED);
}

export type SignInMethod =
  | 'password'
  | 'identity_provider'
  | 'invitation'
  | 'app'
  | 'recovery_code'
  | 'passkey';

/**
 * Returns the event that records a member's sign-in. Record the event in the transaction that starts the
 * session.
 */
export function signInEvent(
  { id, email }: Pick<MemberRow, 'id' | 'email'>,
  method: SignInMethod,
  { address, userAgent }: Pick<SessionClient, 'address' | 'userAgent'>,
): SecurityEvent<'sign_in.succeeded'> {
  const device = describeDevice(userAgent);
  const details = { method, ...(device !== null && { device }) };
  return { name: 'sign_in.succeeded', by: { id, email }, details, from: address };
}

export type RecordEvent = (event: SecurityEvent<ChangeEventName>) => Promise<void>;

/**
 * Makes a change and records its events in one transaction, so that either both are saved or neither is. Logs
 * the events after the transaction.
 * @param change makes the change, and must use only the given transaction. With PGlite, other queries wait
 * until the transaction ends.
 */
export async function changeAndRecord<T>(
  change: (tx: Database, record: RecordEvent) => Promise<T>,
): Promise<T> {
  const recorded: [SecurityEvent, string | null][] = [];
  const db = await store();
  const result = await db.transaction((tx) =>
    change(tx, async (event) => {
      const from = await addressOf(event);
      await insertSecurityEvent(tx, toRow(event, from));
      recorded.push([event, from]);
    }),
  );
  for (const [event, from] of recorded) logEvent(event, from);
  return result;
}

const addressOf = async ({ from }: SecurityEvent): Promise<string | null> =>
  from === undefined ? callerAddress() : from;

const toRow = ({ name, by, about, campaignId, details }: SecurityEvent, from: string | null) => ({
  name,
  from,
  by: by?.email ?? null,
  about: about?.email ?? null,
  campaignId: campaignId ?? null,
  details: truncateDetails(details ?? {}),
  requestId: currentRequestId() ?? null,
});

/** The events that the metrics count as the outcome of a sign-in. */
const SIGN_IN_OUTCOMES: Partial<Record<SecurityEventName, string>> = {
  'sign_in.succeeded': 'succeeded',
  'sign_in.refused': 'refused',
  'sign_in.limited': 'limited',
  'second_factor.refused': 'second_factor_refused',
  'second_factor.limited': 'second_factor_limited',
  'passkey.refused': 'second_factor_refused',
};

/** The only personal data in the log are members' ids and the caller's IP address. */
function logEvent(event: SecurityEvent, address: string | null): void {
  const { name, by, about, campaignId: campaign, details } = event;
  countMetric('mailroom_security_events_total', { event: name });
  const signIn = SIGN_IN_OUTCOMES[name];
  if (signIn !== undefined) countMetric('mailroom_sign_ins_total', { outcome: signIn });
  const fields = {
    event: name,
    member: by?.id,
    about: about?.id,
    address,
    campaign,
    ...loggableDetails(details ?? {}),
  };
  log()[isRefusalEvent(name) ? 'warn' : 'info'](fields, 'security event');
}

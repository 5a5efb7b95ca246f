import 'server-only';
import { bulkhead, isBulkheadRejectedError } from 'cockatiel';
import { createTransport, type Transporter } from 'nodemailer';
import { z } from 'zod';
import { type Env, env } from '#lib/env/env.ts';
import { MAX_EMAIL_LENGTH } from '#lib/input-limits.ts';
import { log } from '#lib/log.ts';
import { singleton } from '#lib/runtime/singleton.ts';
import type { RenderedEmail } from './templates/content.ts';

/** Whether an email server is configured. */
export const isEmailConfigured = (): boolean => env().email !== null;

export interface OutgoingEmail extends RenderedEmail {
  readonly to: string;
  /**
   * The id of the notification or invitation. Used as the message ID, so that email clients show an email
   * only once even if it arrives twice.
   */
  readonly about?: string;
}

const STEP_MS = 10_000;
/** The longest time that a member has to wait for a slow email server. */
const TOTAL_MS = 25_000;

/**
 * Allows at most two connections at a time. Each email has its own connection. We don't use nodemailer's pool,
 * because it resends an email after a broken connection, even if the server already accepted the email.
 */
const connections = singleton('mail', () => bulkhead(2, 50));

/** Whether emails can be sent to this address. */
export const isEmailAddress = (text: string): boolean =>
  z.email().max(MAX_EMAIL_LENGTH).safeParse(text).success;

/** Logs delivery errors instead of throwing them. @returns true if the email server accepted the email */
export const sendEmail = async (email: OutgoingEmail): Promise<boolean> =>
  (await deliver(email, (transport, message, begin) => {
    begin();
    return transport.sendMail(message);
  })) === 'accepted';

/**
 * The result of a delivery.
 * - accepted: the email server accepted the email.
 * - refused: the email server refused the email for good, or the address isn't valid.
 * - not_sent: the email server definitely didn't accept the email, but may accept it later.
 * - unknown: the email server may have accepted the email.
 */
export type Delivery = 'accepted' | 'refused' | 'not_sent' | 'unknown';

/**
 * Sends an email that must not be sent twice. First connects and signs in without sending anything, so that an email
 * server that is down doesn't leave an unknown result.
 */
export const deliverOnce = (email: OutgoingEmail): Promise<Delivery> =>
  deliver(email, async (transport, message, begin) => {
    await transport.verify();
    begin();
    await transport.sendMail(message);
  });

type Message = Parameters<Transporter['sendMail']>[0];

/** @param begin must be called just before the email is sent. Throws an error if it's too late to send the email. */
type Send = (transport: Transporter, message: Message, begin: () => void) => Promise<unknown>;

async function deliver({ to, subject, text, html, about }: OutgoingEmail, send: Send): Promise<Delivery> {
  const { email: settings, origin } = env();
  if (!settings) return 'not_sent';
  if (!isEmailAddress(to)) return 'refused';
  const startedAt = performance.now();
  const deadline = AbortSignal.timeout(TOTAL_MS);
  let hasBegun = false;
  const begin = () => {
    // After the deadline, don't send the email, because the caller already got a failure and may have retried.
    deadline.throwIfAborted();
    hasBegun = true;
  };
  const message = {
    from: settings.from,
    to: { name: '', address: to },
    subject,
    text,
    html,
    headers: { 'Auto-Submitted': 'auto-generated' },
    disableFileAccess: true,
    disableUrlAccess: true,
    ...(about !== undefined && { messageId: `<${about}@${new URL(origin).hostname}>` }),
  };
  try {
    await connections.execute(async () => {
      deadline.throwIfAborted();
      await abortable(deadline, send(openTransport(settings), message, begin));
    }, deadline);
    return 'accepted';
  } catch (error) {
    log().warn({ ...describeError(error), ms: Math.round(performance.now() - startedAt) }, 'email not sent');
    return hasBegun ? deliveryAfter(error) : 'not_sent';
  }
}

/** Returns the result of a delivery that failed. Without a negative reply, the email server may have accepted the email. */
function deliveryAfter(error: unknown): Delivery {
  const { status = 0 } = describeError(error);
  if (status >= 500) return 'refused';
  return status >= 400 ? 'not_sent' : 'unknown';
}

function openTransport({ server }: NonNullable<Env['email']>): Transporter {
  const { host, port, encrypted, local, user, password } = server;
  return createTransport({
    host,
    port,
    secure: encrypted,
    // Emails contain invitation links and codes, so the connection must be encrypted.
    // Connections to local servers don't need encryption, and these servers often have no certificate.
    requireTLS: !encrypted && !local,
    ignoreTLS: !encrypted && local,
    ...(user !== undefined && { auth: { user, pass: password ?? '' } }),
    connectionTimeout: STEP_MS,
    greetingTimeout: STEP_MS,
    socketTimeout: STEP_MS,
    dnsTimeout: STEP_MS,
  });
}

/**
 * Connects and signs in to the email server, without sending anything.
 * @returns null if that worked or no email server is configured; otherwise, the error's code
 */
export async function checkEemailServer(): Promise<string | null> {
  const { email: settings } = env();
  if (!settings) return null;
  try {
    await abortable(AbortSignal.timeout(TOTAL_MS), openTransport(settings).verify());
    return null;
  } catch (error) {
    const { code, status } = describeError(error);
    return status === undefined ? code : `${code}, ${status}`;
  }
}

/** Waits for `work`, and rejects if it hasn't finished by the deadline. The work itself may continue. */
function abortable<T>(deadline: AbortSignal, work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    deadline.addEventListener('abort', () => reject(deadline.reason), { once: true });
    work.then(resolve, reject);
  });
}

/**
 * Returns only an error's code and status. An email server's error message may contain addresses or entire
 * emails.
 */
function describeError(error: unknown): { readonly code: string; readonly status?: number } {
  if (isBulkheadRejectedError(error)) return { code: 'too_many' };
  if (!(error instanceof Error)) return { code: 'unknown' };
  const { code, responseCode } = error as { code?: unknown; responseCode?: unknown };
  return {
    code: typeof code === 'string' ? code : error.name,
    ...(typeof responseCode === 'number' && { status: responseCode }),
  };
}

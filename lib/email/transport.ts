import 'server-only';
import { bulkhead, isBulkheadRejectedError } from 'cockatiel';
import { createTransport, type Transporter } from 'nodemailer';
import { z } from 'zod';
import { type Env, env } from '#lib/env/env.ts';
import { MAX_EMAIL_LENGTH } from '#lib/input-limits.ts';
import { log } from '#lib/log.ts';
import { singleton } from '#lib/runtime/singleton.ts';
import type { RenderedEmail } from './templates/content.ts';

/** Whether a mail server is configured. */
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
/** The maximum time that a member has to wait for a slow mail server. */
const TOTAL_MS = 25_000;

/**
 * Allows at most two connections at a time. Each email has its own connection. We don't use nodemailer's pool,
 * because it resends an email after a broken connection, even if the server already accepted the email.
 */
const connections = singleton('mail', () => bulkhead(2, 50));

/** Logs delivery errors instead of throwing them. @returns true if the mail server accepted the email */
export async function sendEmail({ to, subject, text, html, about }: OutgoingEmail): Promise<boolean> {
  const { email: settings, origin } = env();
  if (!settings || !z.email().max(MAX_EMAIL_LENGTH).safeParse(to).success) return false;
  const startedAt = performance.now();
  const deadline = AbortSignal.timeout(TOTAL_MS);
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
      // After the deadline, don't send the email, because the caller already got a failure and may have retried.
      deadline.throwIfAborted();
      await abortable(deadline, openTransport(settings).sendMail(message));
    }, deadline);
    return true;
  } catch (error) {
    log().warn({ ...describeError(error), ms: Math.round(performance.now() - startedAt) }, 'email not sent');
    return false;
  }
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

/** Waits for `work`, and rejects if it hasn't finished by the deadline. The work itself may continue. */
function abortable<T>(deadline: AbortSignal, work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    deadline.addEventListener('abort', () => reject(deadline.reason), { once: true });
    work.then(resolve, reject);
  });
}

/**
 * Returns only an error's code and status. A mail server's error message may contain addresses or entire
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

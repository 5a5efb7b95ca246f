import 'server-only';
import { BulkheadRejectedError, bulkhead } from 'cockatiel';
import { createTransport, type Transporter } from 'nodemailer';
import { z } from 'zod';
import { type Env, env } from '#lib/env/env.ts';
import { log } from '#lib/log.ts';
import { singleton } from '#lib/runtime/singleton.ts';
import type { RenderedEmail } from './templates/content.ts';

/** Whether letters can be sent at all. */
export const isEmailConfigured = (): boolean => env().mail !== null;

export interface OutgoingEmail extends RenderedEmail {
  readonly to: string;
  /** What the letter is about: two with the same one are one to a mail program, should it arrive twice after all. */
  readonly about?: string;
}

const STEP_MS = 10_000;
/** A server that takes its time must not hold up whoever pressed a button. */
const TOTAL_MS = 25_000;

/**
 * One connection a letter, a few at a time. nodemailer's own pool would hand a letter in again by itself after a
 * connection broke, without knowing whether the first one was taken.
 */
const connections = singleton('mail', () => bulkhead(2, 50));

/** @returns whether the mail server took it. Never throws for what goes wrong on the way, which is only logged. */
export async function sendEmail({ to, subject, text, html, about }: OutgoingEmail): Promise<boolean> {
  const { mail, origin } = env();
  if (!mail || !z.email().max(254).safeParse(to).success) return false;
  const since = performance.now();
  const deadline = AbortSignal.timeout(TOTAL_MS);
  const letter = {
    from: mail.from,
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
      // Whoever waited was told meanwhile that it failed, and may try again.
      deadline.throwIfAborted();
      await within(deadline, transport(mail).sendMail(letter));
    }, deadline);
    return true;
  } catch (error) {
    log().warn({ ...reasonOf(error), ms: Math.round(performance.now() - since) }, 'a letter was not sent');
    return false;
  }
}

function transport({ server }: NonNullable<Env['mail']>): Transporter {
  const { host, port, encrypted, local, user, password } = server;
  return createTransport({
    host,
    port,
    secure: encrypted,
    // A password crosses no network in plain text; on this machine there is none, and often no certificate either.
    requireTLS: !encrypted && !local && user !== undefined,
    ignoreTLS: !encrypted && local,
    ...(user !== undefined && { auth: { user, pass: password ?? '' } }),
    connectionTimeout: STEP_MS,
    greetingTimeout: STEP_MS,
    socketTimeout: STEP_MS,
    dnsTimeout: STEP_MS,
  });
}

/** Rejects when the time is over, whatever becomes of the work. */
function within<T>(deadline: AbortSignal, work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    deadline.addEventListener('abort', () => reject(deadline.reason), { once: true });
    work.then(resolve, reject);
  });
}

/** A code and a status, never a message: servers repeat addresses and whole letters in theirs. */
function reasonOf(error: unknown): { readonly code: string; readonly status?: number } {
  if (error instanceof BulkheadRejectedError) return { code: 'too_many' };
  if (!(error instanceof Error)) return { code: 'unknown' };
  const { code, responseCode } = error as { code?: unknown; responseCode?: unknown };
  return {
    code: typeof code === 'string' ? code : error.name,
    ...(typeof responseCode === 'number' && { status: responseCode }),
  };
}

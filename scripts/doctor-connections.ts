/** The checks in `mailroom doctor` that connect to other servers. They don't change any data. */
import { z } from 'zod';
import type { Failure } from '#lib/domain/outcome.ts';
import { checkEemailServer } from '#lib/email/transport.ts';
import type { Env } from '#lib/env/env.ts';
import { isSameIssuer } from '#lib/env/url-shapes.ts';
import { readFromService } from '#lib/upstream/client.ts';
import { deadlineIn } from '#lib/upstream/deadline.ts';
import { serviceClock } from '#lib/upstream/service-clock.ts';
import type { Finding } from './doctor-finding.ts';

const TIMEOUT_MS = 8_000;
/**
 * The clock must be accurate, because the earliest send time is 15 minutes ahead, and codes from
 * authenticator apps change every 30 seconds.
 */
const MAX_CLOCK_DIFFERENCE_MS = 20_000;

let hasServiceTime = false;

/** Reads one customer with the API key. */
export async function checkService(): Promise<Finding> {
  const result = await readFromService(
    'listCustomers',
    { per_page: 1 },
    { fresh: true, deadline: deadlineIn(TIMEOUT_MS) },
  );
  if (!result.ok) return { problem: describeServiceFailure(result.failure) };
  hasServiceTime = true;
  return { ok: 'the mail service accepts the API key.' };
}

function describeServiceFailure(failure: Failure): string {
  if (failure.kind === 'unreachable')
    return 'The mail service can’t be reached. Check DIRECTMAIL_BASE_URL, and check that this computer can connect to it.';
  if (failure.kind === 'slow')
    return `The mail service didn’t respond within ${TIMEOUT_MS / 1_000} seconds. Ask its operator.`;
  if (failure.kind === 'refused' && (failure.status === 401 || failure.status === 403))
    return `The mail service rejected the API key (${failure.status}). Check DIRECTMAIL_API_KEY.`;
  const status = 'status' in failure ? ` (${failure.status})` : '';
  return `The mail service’s response is unexpected${status}. Check DIRECTMAIL_BASE_URL.`;
}

/** v2 has no operation that only reads, so the check accepts any response. */
export async function checkSecondVersion({ baseUrlV2 }: Env): Promise<Finding> {
  const response = await request(baseUrlV2, 'HEAD');
  return typeof response === 'string'
    ? { problem: `The mail service’s v2 can’t be reached (${response}). Check DIRECTMAIL_BASE_URL_V2.` }
    : { ok: 'the mail service responds.' };
}

/** Must run after `checkService`, whose response contains the mail service's time. */
export function checkClock(): Finding {
  if (!hasServiceTime)
    return { problem: 'The mail service’s time isn’t known. Fix the problem with the mail service first.' };
  const differenceMs = serviceClock() - Date.now();
  const seconds = Math.round(Math.abs(differenceMs) / 1_000);
  if (Math.abs(differenceMs) <= MAX_CLOCK_DIFFERENCE_MS)
    return { ok: `this computer’s clock and the mail service’s differ by ${seconds} s.` };
  const order = differenceMs > 0 ? 'behind' : 'ahead of';
  return {
    problem: `This computer’s clock is ${seconds} s ${order} the mail service’s. Synchronize this computer’s clock, for example with NTP.`,
  };
}

export async function checkSmtp({ email }: Env): Promise<Finding> {
  if (!email) return { ok: 'not configured, so Mailroom doesn’t send email.' };
  const code = await checkEemailServer();
  return code === null
    ? { ok: `${email.server.host} lets Mailroom connect and sign in.` }
    : { problem: `The email server ${email.server.host} can’t be used (${code}). Check SMTP_URL.` };
}

const discovery = z.object({
  issuer: z.string(),
  authorization_endpoint: z.url(),
  token_endpoint: z.url(),
  jwks_uri: z.url(),
});

export async function checkProvider({ oidc }: Env): Promise<Finding> {
  if (!oidc) return { ok: 'not configured, so members sign in without an identity provider.' };
  const response = await request(`${oidc.issuer}/.well-known/openid-configuration`, 'GET');
  if (typeof response === 'string')
    return { problem: `The identity provider can’t be reached (${response}). Check OIDC_ISSUER.` };
  const document = discovery.safeParse(await response.json().catch(() => null));
  if (!response.ok || !document.success)
    return {
      problem: `${oidc.issuer} doesn’t serve an OpenID Connect configuration (${response.status}). Check OIDC_ISSUER.`,
    };
  if (!isSameIssuer(document.data.issuer, oidc.issuer))
    return {
      problem: `The identity provider’s issuer is ${document.data.issuer}. Set OIDC_ISSUER to this URL.`,
    };
  return { ok: `${oidc.issuer} serves its OpenID Connect configuration.` };
}

/** @returns the response, or an error code */
async function request(url: string, method: 'GET' | 'HEAD'): Promise<Response | string> {
  try {
    return await fetch(url, { method, redirect: 'manual', signal: AbortSignal.timeout(TIMEOUT_MS) });
  } catch (error) {
    const { name, cause } = error as Error;
    return cause instanceof Error && 'code' in cause ? String(cause.code) : name;
  }
}

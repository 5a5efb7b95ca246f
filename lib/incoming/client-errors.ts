/** Logs the errors that browsers report. Anyone can send reports, so their number, size, and content are limited. */
import 'server-only';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { z } from 'zod';
import { describeDevice } from '#lib/auth/device.ts';
import { rateLimitKey } from '#lib/auth/rate-limit-key.ts';
import { addressFromHeaders } from '#lib/auth/request-address.ts';
import { redactOutput } from '#lib/database/error-report.ts';
import { findRoute } from '#lib/http/routes.ts';
import { log } from '#lib/log.ts';
import { countMetric } from '#lib/metrics/record.ts';
import { singleton } from '#lib/runtime/singleton.ts';

/**
 * The limits per minute for all browsers combined, and for one IP address. The console's own pages send at
 * most five reports per page.
 */
const MAX_REPORTS = 60;
const MAX_REPORTS_FROM_ADDRESS = 10;
const MAX_FRAMES = 10;
const MAX_BODY_LENGTH = 8_192;

/** The counts are in memory, because the console must be able to log errors while the database is down. */
const limiters = () =>
  singleton('clientErrorLimiters', () => ({
    all: new RateLimiterMemory({ keyPrefix: 'all', points: MAX_REPORTS, duration: 60 }),
    address: new RateLimiterMemory({ keyPrefix: 'address', points: MAX_REPORTS_FROM_ADDRESS, duration: 60 }),
  }));

const report = z.strictObject({
  name: z.string().max(100),
  message: z.string().max(500),
  stack: z.string().max(4_000),
  /** The page's path, of which only the route is logged. */
  path: z.string().max(2_000),
});

/** A frame in one of the build's scripts. */
const FRAME = /\/_next\/static\/(?:[\w~.-]+\/)*([\w~.-]+\.js):(\d+):(\d+)/g;

/** Logs a report. @returns the response's status: 204, 400 for an invalid report, or 429 above a limit */
export async function logClientError(request: Request): Promise<204 | 400 | 429> {
  if (!(await isAllowed(request.headers))) {
    countMetric('mailroom_client_errors_total', { outcome: 'limited' });
    return 429;
  }
  const parsed = report.safeParse(parseBody(await request.text()));
  if (!parsed.success) {
    countMetric('mailroom_client_errors_total', { outcome: 'invalid' });
    return 400;
  }
  const { name, message, stack, path } = parsed.data;
  const frames = [...stack.matchAll(FRAME)].slice(0, MAX_FRAMES);
  countMetric('mailroom_client_errors_total', { outcome: 'logged' });
  log().warn(
    {
      route: findRoute('GET', path),
      browser: describeDevice(request.headers.get('user-agent')),
      error: `${redactOutput(name)}: ${redactOutput(message)}`,
      at: frames.map(([, file, line, column]) => `${file}:${line}:${column}`),
    },
    'an error in a browser',
  );
  return 204;
}

async function isAllowed(headers: Headers): Promise<boolean> {
  const { all, address } = limiters();
  try {
    // Once all browsers together have reached their limit, addresses aren't counted, so that memory holds
    // only a limited number of them.
    if (((await all.get(''))?.remainingPoints ?? MAX_REPORTS) <= 0) return false;
    await address.consume(rateLimitKey(addressFromHeaders(headers)));
    // A report above an address's limit doesn't count toward the limit for all browsers, so that one address
    // can't use up that limit.
    await all.consume('');
    return true;
  } catch (refusal) {
    if (refusal instanceof RateLimiterRes) return false;
    throw refusal;
  }
}

function parseBody(text: string): unknown {
  try {
    return text.length > MAX_BODY_LENGTH ? undefined : JSON.parse(text);
  } catch {
    // The report isn't JSON.
    return undefined;
  }
}

/**
 * Sends generated requests to a production build's proxy: 2,000 with `npm test`, and 10,000 with
 * `npm run test:faults`. Tests that only valid operations reach the service, and that every response is JSON
 * in the proxy's format. No response may be a 500 or contain the key.
 */
import { gunzipSync } from 'node:zlib';
import type { Page } from '@playwright/test';
import fc from 'fast-check';
import { Pool } from 'undici';
import { operationNames, operations } from '#lib/contract/operations.ts';
import { ROLES, type Role } from '#lib/domain/permissions.ts';
import { PROXY_ERRORS, proxyError } from '#lib/http/error-codes.ts';
import { mapInParallel } from '#lib/runtime/parallel.ts';
import type { RecordedRequest } from '../console/support/recorder.ts';
import { isFullRun } from '../faults/run-size.ts';
import { expect, signIn, test } from '../support/browser.ts';
import { findSecret } from '../support/canary.ts';
import { memberEmail, type RunningConsole, startTestConsole, TEST_PASSWORD } from '../support/console.ts';
import { identifyRequest, startLeakyService } from '../support/leaky-service.ts';
import { anyProxyRequest, type ProxyRequest } from '../support/proxy-requests.ts';

const REQUESTS = isFullRun ? 10_000 : 2_000;
const CONCURRENCY = 12;
const SEED = Number(process.env.PROXY_SEED ?? 20_261_120);
const KEY = `canary+${crypto.randomUUID()}/&=`;

interface ProxyResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly text: string;
}

test(`responds safely to ${REQUESTS} generated requests (seed ${SEED})`, async ({ newBrowser }) => {
  // On a busy machine, the requests take minutes. Only a test that hangs should time out.
  test.setTimeout(900_000);
  const service = await startLeakyService(KEY);
  const mailroom = await startTestConsole({ url: service.origin, key: KEY });
  const pool = new Pool(mailroom.url, { connections: CONCURRENCY });
  try {
    const cookies = new Map<Role, string>();
    for (const role of ROLES) cookies.set(role, await signInForCookie(await newBrowser(), mailroom, role));
    service.requests.length = 0;

    const requests = fc.sample(anyProxyRequest(mailroom.url), { numRuns: REQUESTS, seed: SEED });
    const started = performance.now();
    const failures: string[] = [];
    const statuses = new Map<number, number>();
    await mapInParallel(requests, CONCURRENCY, async (request) => {
      const cookie = request.as === 'signed out' ? undefined : cookies.get(request.as);
      const response = await sendRequest(pool, request, cookie);
      statuses.set(response.status, (statuses.get(response.status) ?? 0) + 1);
      const problems = findProblems(response, request, mailroom);
      if (problems.length > 0) failures.push(JSON.stringify({ problems, request, response }).slice(0, 2_000));
    });
    console.log(
      `seed ${SEED}: ${requests.length} requests in ${Math.round(performance.now() - started)} ms,`,
      `${service.requests.length} calls to the service, responses by status:`,
      Object.fromEntries([...statuses].sort(([a], [b]) => a - b)),
    );
    expect(failures.slice(0, 5)).toEqual([]);
    const unexpected = service.requests.filter((request) => !isValidCall(request, service.origin));
    expect(unexpected.slice(0, 3)).toEqual([]);
    const reached = new Set(service.requests.map((request) => identifyRequest(request)?.name));
    expect(operationNames.filter((name) => !reached.has(name))).toEqual([]);
    expect(statuses.get(200) ?? 0).toBeGreaterThan(REQUESTS / 10);
  } finally {
    await pool.destroy();
    await mailroom.remove();
    await service.close();
  }
});

async function signInForCookie(page: Page, mailroom: RunningConsole, role: Role): Promise<string> {
  await page.goto(`${mailroom.url}/login`);
  await signIn(page, memberEmail(role), TEST_PASSWORD);
  await expect(page).not.toHaveURL(/\/login/);
  return (await page.context().cookies()).map(({ name, value }) => `${name}=${value}`).join('; ');
}

async function sendRequest(
  pool: Pool,
  request: ProxyRequest,
  cookie: string | undefined,
): Promise<ProxyResponse> {
  const { statusCode, headers, body } = await pool.request({
    method: request.method as 'GET',
    path: `/api${request.path}`,
    headers: { ...request.headers, ...(cookie === undefined ? {} : { cookie }) },
    body: request.body,
  });
  const bytes = Buffer.from(await body.arrayBuffer());
  const plain = headers['content-encoding'] === 'gzip' && bytes.length > 0 ? gunzipSync(bytes) : bytes;
  return { status: statusCode, headers, text: plain.toString() };
}

function findProblems(
  { status, headers, text }: ProxyResponse,
  { method }: ProxyRequest,
  { secret }: RunningConsole,
): string[] {
  const problems: string[] = [];
  const received = `${JSON.stringify(headers)} ${text}`;
  if (findSecret(KEY, received).length > 0) problems.push('contains the key');
  if (findSecret(secret, received).length > 0) problems.push('contains the secret');
  if (status === 500) problems.push('is a 500');
  // Next redirects a URL with double or trailing slashes to the canonical URL.
  if (status === 308)
    return /^\/(?!\/)/.test(String(headers.location))
      ? problems
      : [...problems, 'redirects to another origin'];
  if (headers['content-type'] !== 'application/json') return [...problems, 'is not JSON'];
  if (method === 'HEAD') return problems;
  const value: unknown = JSON.parse(text);
  if (status === 200) return problems;
  const error = proxyError.safeParse(value);
  if (!error.success) problems.push('has another error format');
  else if (PROXY_ERRORS[error.data.error.code] !== status)
    problems.push('has a status that doesn’t match its code');
  return problems;
}

const BASE_HEADERS = [
  'host',
  'connection',
  'accept',
  'accept-encoding',
  'authorization',
  'user-agent',
  'x-request-id',
];
const FORM_HEADERS = ['content-type', 'content-length'];

/** True if the service received a well-formed operation with only the headers that the console sets. */
function isValidCall(request: RecordedRequest, origin: string): boolean {
  const identified = identifyRequest(request);
  if (!identified?.input.ok) return false;
  const { version, form, method } = operations[identified.name];
  const hasForm = Object.keys(form.shape).length > 0;
  const { headers } = request;
  const { host, authorization = '', 'content-type': type, 'user-agent': agent } = headers;
  const credentials =
    version === 'v1' ? [`Bearer ${KEY}`] : ROLES.map((role) => `Bearer ${KEY} ${memberEmail(role)}`);
  const allowed = [...BASE_HEADERS, ...(hasForm ? FORM_HEADERS : method === 'GET' ? [] : ['content-length'])];
  return (
    Object.keys(headers).every((name) => allowed.includes(name)) &&
    host === new URL(origin).host &&
    agent === 'Mailroom' &&
    /^[\w.:+/=-]{8,64}$/.test(String(headers['x-request-id'])) &&
    credentials.includes(authorization) &&
    type === (hasForm ? 'application/x-www-form-urlencoded' : undefined) &&
    (hasForm || request.body === '')
  );
}

/**
 * `npm run bench:sign-in` checks whether the response time of a failed sign-in reveals that an email address
 * belongs to a member.
 */
import { addMembers } from '#scripts/members.ts';
import { headersFromNewAddress } from '../support/client-address.ts';
import { startTestConsole, TEST_PASSWORD, unknownEmail } from '../support/console.ts';
import { startTestService } from '../support/service.ts';
import { areTimesIndistinguishable } from './timing.ts';

const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 150);
/** Must be less than 300, because the rate limit allows 300 wrong passwords per account in 15 minutes. */
const ATTEMPTS_PER_MEMBER = 250;

const service = await startTestService({ campaigns: 20, args: ['--no-render'] });
const mailroom = await startTestConsole(service, { LOG_LEVEL: 'error' });
const members = Array.from({ length: Math.ceil((ROUNDS + 10) / ATTEMPTS_PER_MEMBER) }, unknownEmail);
await mailroom.kill();
await addMembers(
  members.map((email) => ({ email, role: 'viewer' as const })),
  { password: TEST_PASSWORD },
  mailroom.env,
);
await mailroom.start();

const csrf = await fetch(`${mailroom.url}/api/auth/csrf`);
const { csrfToken } = (await csrf.json()) as { csrfToken: string };
const cookie = csrf.headers
  .getSetCookie()
  .map((line) => line.split(';', 1)[0])
  .join('; ');

async function failSignIn(email: string): Promise<void> {
  const response = await fetch(`${mailroom.url}/api/auth/callback/credentials`, {
    method: 'POST',
    headers: { ...headersFromNewAddress(), cookie, origin: mailroom.url },
    body: new URLSearchParams({ csrfToken, email, password: 'not the password' }),
    redirect: 'manual',
  });
  await response.arrayBuffer();
  const location = response.headers.get('location') ?? '';
  if (!location.includes('error=CredentialsSignin'))
    throw new Error(`Status ${response.status}, redirected to ${location || 'nowhere'}.`);
}

let attempts = 0;
const isIndistinguishable = await areTimesIndistinguishable(
  'sign-in',
  {
    member: () => failSignIn(members[Math.floor(attempts++ / ATTEMPTS_PER_MEMBER)] ?? ''),
    unknown: () => failSignIn(unknownEmail()),
    'another unknown': () => failSignIn(unknownEmail()),
  },
  ROUNDS,
);
await mailroom.remove();
await service.remove();
console.log(isIndistinguishable ? 'Response times reveal nothing.' : 'Response times differ.');
process.exitCode = isIndistinguishable ? 0 : 1;

/** `npm run bench:sign-in`: whether the time of a refused sign-in tells a member from somebody who is none. */
import { addMembers } from '#scripts/members.ts';
import { PASSWORD, startConsole, strangerEmail } from '../support/console.ts';
import { fromElsewhere } from '../support/elsewhere.ts';
import { startService } from '../support/service.ts';
import { areAlike } from './alike.ts';

const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 150);
/** An account is tried ten times in a quarter of an hour at most, so a member is needed for each few rounds. */
const TRIES_EACH = 8;

const service = await startService({ campaigns: 20, args: ['--no-render'] });
const console_ = await startConsole(service, { LOG_LEVEL: 'error' });
const members = Array.from({ length: Math.ceil((ROUNDS + 10) / TRIES_EACH) }, strangerEmail);
await console_.kill();
await addMembers(
  members.map((email) => ({ email, role: 'viewer' as const })),
  PASSWORD,
  console_.env,
);
await console_.start();

const csrf = await fetch(`${console_.url}/api/auth/csrf`);
const { csrfToken } = (await csrf.json()) as { csrfToken: string };
const cookie = csrf.headers
  .getSetCookie()
  .map((line) => line.split(';', 1)[0])
  .join('; ');

async function refused(email: string): Promise<void> {
  const answer = await fetch(`${console_.url}/api/auth/callback/credentials`, {
    method: 'POST',
    headers: { ...fromElsewhere(), cookie, origin: console_.url },
    body: new URLSearchParams({ csrfToken, email, password: 'not the password' }),
    redirect: 'manual',
  });
  await answer.arrayBuffer();
  const to = answer.headers.get('location') ?? '';
  if (!to.includes('error=CredentialsSignin'))
    throw new Error(`${answer.status}, sent to ${to || 'nowhere'}.`);
}

let tried = 0;
const isAlike = await areAlike(
  'sign-in',
  {
    member: () => refused(members[Math.floor(tried++ / TRIES_EACH)] ?? ''),
    stranger: () => refused(strangerEmail()),
    'another stranger': () => refused(strangerEmail()),
  },
  ROUNDS,
);
await console_.remove();
await service.remove();
console.log(isAlike ? 'The time tells nothing.' : 'The time tells one from another.');
process.exitCode = isAlike ? 0 : 1;

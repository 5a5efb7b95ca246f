/**
 * `npm run check:html` checks that the HTML of every page is valid. Starts the embedded service and the console,
 * reads each page as an admin, a sender, a viewer, and a visitor, and prints each problem with the page's path.
 */
import { ROLES, type Role } from '#lib/domain/permissions.ts';
import { ensureBuild } from '#scripts/build.ts';
import { memberEmail, type RunningConsole, startTestConsole, TEST_PASSWORD } from '../support/console.ts';
import { startTestService } from '../support/service.ts';
import { listPages, type Reader } from './pages.ts';
import { findHtmlProblems } from './rules.ts';

/** The number of pages that are read at the same time. */
const CONCURRENCY = 4;

const cookieHeader = (response: Response) =>
  response.headers
    .getSetCookie()
    .map((line) => line.split(';', 1)[0])
    .join('; ');

/** @returns the member's cookies */
async function signInAs(mailroom: RunningConsole, role: Role): Promise<string> {
  const csrf = await fetch(`${mailroom.url}/api/auth/csrf`);
  const { csrfToken } = (await csrf.json()) as { csrfToken: string };
  const response = await fetch(`${mailroom.url}/api/auth/callback/credentials`, {
    method: 'POST',
    headers: { cookie: cookieHeader(csrf), origin: mailroom.url },
    body: new URLSearchParams({ csrfToken, email: memberEmail(role), password: TEST_PASSWORD, json: 'true' }),
    redirect: 'manual',
  });
  await response.arrayBuffer();
  return cookieHeader(response);
}

class HtmlCheck {
  /** For each problem, the pages that have the problem. */
  readonly problems = new Map<string, string[]>();
  checked = 0;

  async add(page: string, html: string): Promise<void> {
    this.checked++;
    for (const problem of await findHtmlProblems(html)) {
      this.problems.set(problem, [...(this.problems.get(problem) ?? []), page]);
    }
  }
}

async function checkPages(
  mailroom: RunningConsole,
  pages: Awaited<ReturnType<typeof listPages>>,
  check: HtmlCheck,
) {
  const cookies = new Map<Reader, string>([['visitor', '']]);
  for (const role of ROLES) cookies.set(role, await signInAs(mailroom, role));
  const waiting = [...pages];
  const readNext = async () => {
    for (let page = waiting.shift(); page !== undefined; page = waiting.shift()) {
      const { reader, path } = page;
      const response = await fetch(mailroom.url + path, {
        headers: { cookie: cookies.get(reader) ?? '', accept: 'text/html' },
      });
      await check.add(`${reader} ${path} (${response.status})`, await response.text());
    }
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, readNext));
}

async function run(): Promise<HtmlCheck> {
  const check = new HtmlCheck();
  const service = await startTestService({ args: ['--no-render'] });
  try {
    const mailroom = await startTestConsole(service, { LOG_LEVEL: 'error' });
    try {
      await checkPages(mailroom, await listPages(service), check);
    } finally {
      await mailroom.remove();
    }
  } finally {
    await service.remove();
  }
  return check;
}

if (await ensureBuild()) {
  const { problems, checked } = await run();
  for (const [problem, pages] of problems) {
    const others = pages.length > 1 ? ` and ${pages.length - 1} more` : '';
    console.log(`${pages[0]}${others}\n  ${problem}`);
  }
  console.log(`${problems.size} problems in ${checked} pages.`);
  if (problems.size > 0) process.exitCode = 1;
} else process.exitCode = 1;

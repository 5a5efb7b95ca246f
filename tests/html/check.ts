/**
 * `npm run check:html` checks that the HTML of every page and every email is valid. Starts the embedded service
 * and the console, reads each page as an admin, a sender, a viewer, and a visitor, submits the forms, and prints
 * each problem with the page's path.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ROLES, type Role } from '#lib/domain/permissions.ts';
import { ensureBuild } from '#scripts/build.ts';
import { memberEmail, type RunningConsole, startTestConsole, TEST_PASSWORD } from '../support/console.ts';
import { planProvider } from '../support/oidc.ts';
import { prepareConsoleDatabase } from '../support/prepared-folder.ts';
import { type RunningService, startTestService } from '../support/service.ts';
import { cardFormPages, cardTokenPages } from './card-states.ts';
import { renderEmails } from './emails.ts';
import { sharingJobPages } from './job-states.ts';
import type { PageStates, Surroundings } from './page-state.ts';
import { type CheckedPage, listInvoicePages, listPages } from './pages.ts';
import { type DocumentKind, findHtmlProblems } from './rules.ts';
import { pageStates, unavailablePages } from './states.ts';
import { createInvitationPath, providerPages, setupPages } from './team-states.ts';
import { Visitor } from './visitor.ts';

/** The number of pages that are read at the same time. */
const CONCURRENCY = 4;

async function signInAs(mailroom: RunningConsole, role: Role): Promise<Visitor> {
  const visitor = new Visitor(mailroom.url);
  const { csrfToken } = JSON.parse((await visitor.open('/api/auth/csrf')).html) as { csrfToken: string };
  const fields = { csrfToken, email: memberEmail(role), password: TEST_PASSWORD, json: 'true' };
  await visitor.post('/api/auth/callback/credentials', fields);
  return visitor;
}

async function signInMembers(mailroom: RunningConsole): Promise<Record<Role, Visitor>> {
  const members = await Promise.all(ROLES.map(async (role) => [role, await signInAs(mailroom, role)]));
  return Object.fromEntries(members) as Record<Role, Visitor>;
}

class HtmlCheck {
  /** The pages and emails that have a problem, keyed by the problem. */
  readonly problems = new Map<string, string[]>();
  checked = 0;

  async add(page: string, html: string, kind?: DocumentKind): Promise<void> {
    this.checked++;
    for (const problem of await findHtmlProblems(html, kind)) this.addProblem(problem, page);
  }

  addProblem(problem: string, page: string): void {
    this.problems.set(problem, [...(this.problems.get(problem) ?? []), page]);
  }
}

async function checkPages(
  pages: readonly CheckedPage[],
  { members, createVisitor }: Surroundings,
  check: HtmlCheck,
) {
  const visitors = { ...members, visitor: createVisitor() };
  const waiting = [...pages];
  const readNext = async () => {
    for (let page = waiting.shift(); page !== undefined; page = waiting.shift()) {
      const { reader, path } = page;
      const { status, html } = await visitors[reader].open(path);
      await check.add(`${reader} ${path} (${status})`, html);
    }
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, readNext));
}

async function checkStates(states: PageStates, check: HtmlCheck): Promise<void> {
  let last = 'the first page';
  try {
    for await (const { name, page, mismatch } of states) {
      last = `${name} (${page.status})`;
      if (mismatch !== undefined) check.addProblem(mismatch, last);
      await check.add(last, page.html);
    }
  } catch (error) {
    check.addProblem(`The next page couldn’t be reached: ${error}`, last);
  }
}

/** Checks the pages of a console that bills campaigns on the monthly invoice and offers single sign-on. */
async function checkInvoicePages(service: RunningService, check: HtmlCheck): Promise<void> {
  const settings = { ...(await planProvider()).settings, LOG_LEVEL: 'error' };
  const mailroom = await startTestConsole(service, { ...settings, DIRECTMAIL_MONTHLY_INVOICE: 'true' });
  try {
    const surroundings = await createSurroundings(mailroom, service);
    await checkPages(await listInvoicePages(service), surroundings, check);
    const invitation = await createInvitationPath(surroundings.members.admin);
    // Two consoles can't use the same data folder at the same time.
    await mailroom.kill();
    const { folder, secret } = mailroom;
    const withoutPasswords = { MAILROOM_DATA: folder, NEXTAUTH_SECRET: secret, PASSWORD_SIGN_IN: 'false' };
    await checkProviderPages(service, { ...settings, ...withoutPasswords }, invitation, check);
  } finally {
    await mailroom.remove();
  }
}

/** Checks checkout in consoles where members can enter a card, and sharing in a console that can send email. */
async function checkOptionalPages(service: RunningService, check: HtmlCheck): Promise<void> {
  for (const [settings, reachStates] of [
    [{ CARD_FIELDS_URL: `${service.url}/card-form` }, cardFormPages],
    [{ CARD_TOKENS: 'true' }, cardTokenPages],
    [{ SMTP_URL: 'smtp://127.0.0.1:9', MAIL_FROM: 'mailroom@console.test' }, sharingJobPages],
  ] as const) {
    const mailroom = await startTestConsole(service, { LOG_LEVEL: 'error', ...settings });
    try {
      await checkStates(reachStates(await createSurroundings(mailroom, service)), check);
    } finally {
      await mailroom.remove();
    }
  }
}

/** Checks the pages of a console where members can't sign in with a password. */
async function checkProviderPages(
  service: RunningService,
  settings: Readonly<Record<string, string>>,
  invitation: string,
  check: HtmlCheck,
): Promise<void> {
  const mailroom = await startTestConsole(service, settings);
  try {
    await checkStates(providerPages(new Visitor(mailroom.url), invitation), check);
  } finally {
    await mailroom.remove();
  }
}

async function createSurroundings(mailroom: RunningConsole, service: RunningService): Promise<Surroundings> {
  const createVisitor = () => new Visitor(mailroom.url);
  return { service, mailroom, members: await signInMembers(mailroom), createVisitor };
}

async function checkConsole(service: RunningService, check: HtmlCheck): Promise<void> {
  const mailroom = await startTestConsole(service, { LOG_LEVEL: 'error' });
  try {
    const surroundings = await createSurroundings(mailroom, service);
    await checkPages(await listPages(service), surroundings, check);
    for (const reachStates of pageStates) await checkStates(reachStates(surroundings), check);
    await checkInvoicePages(service, check);
    await checkOptionalPages(service, check);
    // This check comes last, because it stops the service.
    await checkStates(unavailablePages(surroundings), check);
  } finally {
    await mailroom.remove();
  }
}

/** Checks the pages of a console that has no members yet, and whose mail service has no campaigns. */
async function checkNewConsole(service: RunningService, check: HtmlCheck): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'mailroom-new-'));
  await prepareConsoleDatabase(folder);
  const mailroom = await startTestConsole(service, { LOG_LEVEL: 'error', MAILROOM_DATA: folder });
  try {
    await checkStates(setupPages({ mailroom, createVisitor: () => new Visitor(mailroom.url) }), check);
  } finally {
    await mailroom.remove();
    await rm(folder, { recursive: true, force: true });
  }
}

async function withService(campaigns: number, use: (service: RunningService) => Promise<void>) {
  const service = await startTestService({ campaigns });
  try {
    await use(service);
  } finally {
    await service.remove();
  }
}

async function run(): Promise<HtmlCheck> {
  const check = new HtmlCheck();
  for (const [name, html] of renderEmails()) await check.add(name, html, 'email');
  await withService(40, (service) => checkConsole(service, check));
  await withService(0, (service) => checkNewConsole(service, check));
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

/** Provides a console with an email server, which most browser tests don't need. */
import { test as base } from './browser.ts';
import { startTestConsole } from './console.ts';
import { startMailServer, type TestMailServer } from './smtp.ts';

/** The console has a database that other test files don't use. */
export const test = base.extend<object, { mailServer: TestMailServer }>({
  mailServer: [
    async ({ upstream: _ }, use) => {
      const mailServer = await startMailServer();
      await use(mailServer);
      await mailServer.stop();
    },
    { scope: 'worker' },
  ],
  mailroom: [
    async ({ upstream, mailServer }, use) => {
      const settings = { SMTP_URL: mailServer.url, MAIL_FROM: 'mailroom@console.test' };
      const mailroom = await startTestConsole(upstream, settings);
      await use(mailroom);
      await mailroom.remove();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
});

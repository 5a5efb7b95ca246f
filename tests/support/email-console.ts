/** Provides a console with an email server, which most browser tests don't need. */
import { test as base } from './browser.ts';
import { startTestConsole } from './console.ts';
import { startEmailServer, type TestEmailServer } from './smtp.ts';

/** The console has a database that other test files don't use. */
export const test = base.extend<object, { emailServer: TestEmailServer }>({
  emailServer: [
    async ({ upstream: _ }, use) => {
      const emailServer = await startEmailServer();
      await use(emailServer);
      await emailServer.stop();
    },
    { scope: 'worker' },
  ],
  mailroom: [
    async ({ upstream, emailServer }, use) => {
      const settings = { SMTP_URL: emailServer.url, MAIL_FROM: 'mailroom@console.test' };
      const mailroom = await startTestConsole(upstream, settings);
      await use(mailroom);
      await mailroom.remove();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
});

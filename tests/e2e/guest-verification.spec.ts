/** Tests that a guest proves an email address with an emailed code, with and without JavaScript. */
import { test as base, expect, expectAccessible } from '../support/browser.ts';
import { createDraft, waitForProof } from '../support/campaigns.ts';
import { startTestConsole } from '../support/console.ts';
import { addShareLinks } from '../support/share-links.ts';
import { startMailServer, type TestMailServer } from '../support/smtp.ts';

const START_TIMEOUT_MS = 120_000;

/** Gives the console an email server, which the other browser tests don't need. */
const test = base.extend<object, { mailServer: TestMailServer }>({
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
    { scope: 'worker', timeout: START_TIMEOUT_MS },
  ],
});

for (const javaScriptEnabled of [true, false]) {
  test(`verifies a guest’s address ${javaScriptEnabled ? 'with' : 'without'} JavaScript`, async ({
    service,
    mailroom,
    mailServer,
    newBrowser,
  }) => {
    test.setTimeout(150_000);
    const { id } = await createDraft(service);
    await waitForProof(service, id);
    const [token] = await addShareLinks(mailroom, [{ campaignId: id }]);
    const guest = await newBrowser({ javaScriptEnabled });
    await guest.goto(`/share/${token}`);
    await guest.getByLabel('Your name').fill('Ann Lee');
    await guest.getByLabel('Your email').fill('ann@maple.example');
    await guest.getByRole('button', { name: 'Approve proof' }).click();
    await expect(guest.getByText('Enter the code that we emailed to you')).toBeVisible();
    await expect(guest.getByRole('listitem').filter({ hasText: 'not verified' })).toHaveCount(1);
    const code = /\b\d{6}\b/.exec(mailServer.emails.at(-1)?.text ?? '')?.[0] ?? '';
    await guest.getByLabel('Code').fill(code === '000000' ? '000001' : '000000');
    await guest.getByLabel('Code').press('Enter');
    await expect(guest.getByText('This code isn’t correct.')).toBeVisible();
    if (javaScriptEnabled) await expectAccessible(guest);
    await guest.getByLabel('Code').fill(code);
    await guest.getByLabel('Code').press('Enter');
    await expect(guest.getByText('not verified')).toHaveCount(0);
    await expect(guest.getByText(/Approved by\s+Ann Lee/)).toBeVisible();
    await expect(guest.getByRole('heading', { name: 'Confirm your email address' })).toHaveCount(0);
  });
}

/** Tests emailing proofs to customers and asking for approvals in bulk, with and without JavaScript. */
import { expect, expectAccessible, PHONE } from '../support/browser.ts';
import { createDraftWithProof } from '../support/campaigns.ts';
import { memberEmail } from '../support/console.ts';
import { test } from '../support/email-console.ts';
import { newJobPath, waitForReview, waitUntilEnded } from '../support/jobs.ts';

// A single worker runs all tests in this file, so that only one service and one console are started.
test.describe.configure({ mode: 'default' });

for (const javaScriptEnabled of [true, false]) {
  const mode = javaScriptEnabled ? 'with JavaScript' : 'without JavaScript';

  test(`emails customers links to their proofs ${mode}`, async ({
    newBrowser,
    login,
    service,
    emailServer,
  }) => {
    const { id, customer: address } = await createDraftWithProof(service);
    const page = await newBrowser({ javaScriptEnabled });
    await login(page, 'sender');
    await page.goto(newJobPath('share', [id]));
    await page.getByLabel('Message').fill(`Please look at ${id}.`);
    await page.getByLabel('Days until the link expires').fill('3');
    if (javaScriptEnabled) await expectAccessible(page);
    await page.getByRole('button', { name: 'Review 1 campaign' }).click();
    await expect(page).toHaveURL(/\/jobs\/\d+/);
    await waitForReview(page);
    await expect(page.getByRole('row').filter({ hasText: address })).toContainText(`#${id}`);
    await expect(page.getByText('A link that works for 3 days.')).toBeVisible();
    expect(emailServer.emails.filter(({ text }) => text.includes(`${id}.`))).toEqual([]);
    if (javaScriptEnabled) await expectAccessible(page);
    await page.getByRole('button', { name: 'Share 1 campaign' }).click();
    await waitUntilEnded(page);
    await expect(page.getByText(`To ${address}`)).toBeVisible();
    const emails = emailServer.emails.filter(({ text }) => text.includes(`Please look at ${id}.`));
    expect(emails).toMatchObject([{ to: [address] }]);
    const [link = ''] = /http\S+\/share\/\S+/.exec(emails[0]?.text ?? '') ?? [];
    const guest = await newBrowser({ javaScriptEnabled });
    await guest.goto(link);
    await expect(guest.getByText('Approve this proof?')).toBeVisible();
    // The customer already has a working link, so a second job leaves the campaign out.
    await page.goto(newJobPath('share', [id]));
    await page.getByRole('button', { name: 'Review 1 campaign' }).click();
    await expect(page).toHaveURL(/\/jobs\/\d+/);
    await expect(async () => {
      await page.goto(new URL(page.url()).pathname);
      await expect(page.getByText('Already shared with this address')).toBeVisible({ timeout: 1_000 });
    }).toPass({ timeout: 30_000 });
  });
}

test('lists the addresses on phones', async ({ newBrowser, login, service }) => {
  const { id, customer } = await createDraftWithProof(service);
  const page = await newBrowser({ ...PHONE });
  await login(page, 'sender');
  await page.goto(newJobPath('share', [id]));
  await page.getByRole('button', { name: 'Review 1 campaign' }).click();
  await expect(page).toHaveURL(/\/jobs\/\d+/);
  await waitForReview(page);
  await expect(page.getByRole('rowheader', { name: customer })).toBeVisible();
  await expectAccessible(page);
});

for (const javaScriptEnabled of [true, false]) {
  const mode = javaScriptEnabled ? 'with JavaScript' : 'without JavaScript';

  test(`asks the team for approval of several drafts ${mode}`, async ({
    newBrowser,
    login,
    service,
    emailServer,
  }) => {
    const drafts = [await createDraftWithProof(service), await createDraftWithProof(service)];
    const admin = await newBrowser({ javaScriptEnabled });
    await login(admin, 'admin');
    await admin.goto('/team');
    await admin.getByRole('radio', { name: /^A second member/ }).check();
    await admin.getByRole('button', { name: 'Save approval rule' }).click();
    await expect(admin.getByText('The new rule is in effect.')).toBeVisible();
    const page = await newBrowser({ javaScriptEnabled });
    await login(page, 'sender');
    await page.goto(
      newJobPath(
        'ask_approval',
        drafts.map(({ id }) => id),
      ),
    );
    await page.getByLabel('Message to your team').fill(`Out on Friday, ${mode}`);
    await page.getByRole('button', { name: 'Review 2 campaigns' }).click();
    await expect(page).toHaveURL(/\/jobs\/\d+/);
    await waitForReview(page);
    if (javaScriptEnabled) await expectAccessible(page);
    await page.getByRole('button', { name: 'Ask for approval of 2 campaigns' }).click();
    await waitUntilEnded(page);
    const emails = () => emailServer.emails.filter(({ text }) => text.includes(`Out on Friday, ${mode}`));
    await expect.poll(() => emails().length, { timeout: 30_000 }).toBe(1);
    expect(emails()).toMatchObject([
      { to: [memberEmail('admin')], subject: 'Approval requested: 2 campaigns' },
    ]);
    await admin.goto(new URL(page.url()).pathname);
    await admin.getByRole('link', { name: 'View proofs' }).click();
    await expect(admin.getByRole('heading', { level: 1, name: 'Approve campaigns' })).toBeVisible();
    for (const { id } of drafts) await admin.getByRole('checkbox', { name: `#${id}` }).check();
    await admin.getByRole('button', { name: 'Approve checked campaigns' }).click();
    await expect(admin.getByText('2 approvals recorded.')).toBeVisible();
    await admin.goto('/notifications');
    await expect(admin.getByText('None of them is waiting anymore.').first()).toBeVisible();
  });
}

/** Tests verifying a guest's email address with an emailed code, with and without JavaScript. */
import { expect, expectAccessible } from '../support/browser.ts';
import { createDraft, waitForProof } from '../support/campaigns.ts';
import { test } from '../support/email-console.ts';
import { addShareLinks } from '../support/share-links.ts';

for (const javaScriptEnabled of [true, false]) {
  test(`verifies a guest’s address ${javaScriptEnabled ? 'with' : 'without'} JavaScript`, async ({
    service,
    mailroom,
    emailServer,
    newBrowser,
  }) => {
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
    const code = /\b\d{6}\b/.exec(emailServer.emails.at(-1)?.text ?? '')?.[0] ?? '';
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

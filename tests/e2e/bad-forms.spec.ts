/** Every form answers a wrong value with a sentence, never a 500, and does nothing. */
import { expect, test } from '../support/browser.ts';
import {
  createDraft,
  createPaidDraft,
  createQueuedCampaign,
  fetchCampaign,
  type TestCampaign,
} from '../support/campaigns.ts';
import { unknownEmail } from '../support/console.ts';
import { headersFromNewAddress } from '../support/client-address.ts';
import { type FormFields, postForm, readFormFields } from '../support/forms.ts';
import type { RunningService } from '../support/service.ts';

/** Takes nearly any words. */
const FREE = 'reason';

const forms: {
  name: string;
  campaign: (service: RunningService) => Promise<TestCampaign>;
  path: string;
  fields?: FormFields;
}[] = [
  {
    name: 'checkout',
    campaign: createDraft,
    path: '/checkout',
    // A total that nobody was shown: whatever else is wrong or right, nothing is paid.
    fields: { payment_method: 'card', source: 'tok_visa', to_be_paid: '$0.01' },
  },
  { name: 'send', campaign: createPaidDraft, path: '/send', fields: { when: 'at', at: '2020-01-01T09:00' } },
  // Too long in any case, so that the others may be right.
  {
    name: 'cancel',
    campaign: createQueuedCampaign,
    path: '/confirm/cancel',
    fields: { reason: 'é'.repeat(501) },
  },
  { name: 'clone', campaign: createDraft, path: '/confirm/clone' },
  { name: 'delete', campaign: createDraft, path: '/confirm/delete' },
];
for (const { name, campaign, path, fields } of forms) {
  test(`${name}: each field with each wrong value`, async ({ newBrowser, login, service, mailroom }) => {
    const { id } = await campaign(service);
    const page = await newBrowser({ javaScriptEnabled: false });
    await login(page, 'admin');
    const url = new URL(`/campaigns/${id}${path}`, mailroom.url);
    await page.goto(url.href);
    const form: FormFields = {
      ...(await readFormFields(page.locator('main form[method="POST" i]'))),
      ...fields,
    };
    const before = await fetchCampaign(service, id);
    await service.clearRequests();
    const ours = Object.keys(form).filter((field) => !field.startsWith('$') && field !== FREE);
    const wrongs: FormFields[] = [...ours, 'unknown', '__proto__'].flatMap((field) =>
      ['', 'x', '-1', '9'.repeat(30), 'é'.repeat(5_000), '\0'].map((value) => ({
        ...form,
        [field]: value,
      })),
    );
    for (const wrong of wrongs) {
      const answer = await postForm(page.request, url, wrong);
      const body = await answer.text();
      expect(answer.status(), JSON.stringify(wrong).slice(0, 300)).toBeLessThan(500);
      expect(body).not.toContain('Something went wrong');
    }
    const changes = (await service.requests()).filter(({ method }) => method !== 'GET');
    expect(changes.map(({ path }) => path)).toEqual([]);
    expect(await fetchCampaign(service, id)).toEqual(before);
  });
}

test('sign-in: each field with each wrong value', async ({ newBrowser, mailroom }) => {
  const page = await newBrowser({ javaScriptEnabled: false, extraHTTPHeaders: headersFromNewAddress() });
  const url = new URL('/login', mailroom.url);
  await page.goto(url.href);
  const form = await readFormFields(page.locator('form[method="POST" i]'));
  const right = { ...form, email: unknownEmail(), password: 'not-the-password' };
  for (const field of ['email', 'password', 'callbackUrl', 'unknown', '__proto__']) {
    for (const wrong of ['', ' ', 'x', '@', 'é'.repeat(5_000), '\0', 'a@b.co\r\nx: y']) {
      const answer = await postForm(page.request, url, { ...right, [field]: wrong });
      expect(answer.status(), `${field} ${wrong.slice(0, 20)}`).toBeLessThan(500);
      expect(await answer.text()).not.toContain('Something went wrong');
    }
  }
  expect(await page.context().cookies()).toEqual([]);
});

test('a form that was cut, repeated or made up', async ({ newBrowser, login, service, mailroom }) => {
  const { id } = await createDraft(service);
  const page = await newBrowser({ javaScriptEnabled: false });
  await login(page, 'sender');
  const url = new URL(`/campaigns/${id}/checkout`, mailroom.url).href;
  const headers = { origin: mailroom.url };
  const bodies: [string, string][] = [
    ['application/x-www-form-urlencoded', 'way=link'],
    ['application/x-www-form-urlencoded', '%zz=%zz&__proto__[x]=1'],
    ['multipart/form-data; boundary=x', '--x\r\nContent-Disposition: form-data; name="payment_method"\r\n\r\nlin'],
    ['multipart/form-data', 'no boundary'],
    ['application/json', '{"way":'],
    ['text/plain', 'x'],
  ];
  for (const [type, data] of bodies) {
    const answer = await page.request.post(url, { data, headers: { ...headers, 'content-type': type } });
    expect(answer.status(), `${type} ${data}`).toBeLessThan(500);
    const action = { 'next-action': 'x'.repeat(40), 'content-type': type };
    const madeUp = await page.request.post(url, { data, headers: { ...headers, ...action } });
    expect(madeUp.status(), `next-action ${type} ${data}`).toBeLessThan(500);
  }
});

test('a time that is too early, too late or none is said beside the field', async ({
  page,
  login,
  service,
}) => {
  const { id } = await createPaidDraft(service);
  await login(page, 'sender');
  await page.goto(`/campaigns/${id}/send`);
  await page.getByRole('radio', { name: /^At a chosen time/ }).check();
  const time = page.getByLabel(/^Date and time/);
  for (const wrong of ['2020-01-01T09:00', '2040-01-01T09:00', '']) {
    await time.fill(wrong);
    await page.getByRole('button', { name: /^Send at/ }).click();
    await expect(time).toHaveAttribute('aria-invalid', 'true');
    await expect(time).toHaveAccessibleDescription(/\w/);
  }
  expect((await fetchCampaign(service, id)).status).toBe('draft');
});

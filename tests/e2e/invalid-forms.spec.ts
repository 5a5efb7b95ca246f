/**
 * Tests that a form with an invalid value shows an error and changes nothing, and that the status is never
 * 500.
 */
import { expect, test } from '../support/browser.ts';
import {
  createDraft,
  createPaidDraft,
  createQueuedCampaign,
  fetchCampaign,
  type TestCampaign,
  waitForProof,
} from '../support/campaigns.ts';
import { headersFromNewAddress } from '../support/client-address.ts';
import { unknownEmail } from '../support/console.ts';
import { type FormFields, postForm, readFormFields } from '../support/forms.ts';
import type { RunningService } from '../support/service.ts';

/** The name of a form field that accepts nearly any text. */
const FREE_TEXT_FIELD = 'reason';

const forms: {
  name: string;
  create: (service: RunningService) => Promise<TestCampaign>;
  path: string;
  fields?: FormFields;
}[] = [
  {
    name: 'checkout',
    create: createDraft,
    path: '/checkout',
    // No page ever shows the total $0.01, so no combination of values can cause a payment.
    fields: { payment_method: 'card', source: 'tok_visa', to_be_paid: '$0.01' },
  },
  { name: 'send', create: createPaidDraft, path: '/send', fields: { when: 'at', at: '2020-01-01T09:00' } },
  // The reason is too long, so no combination of values can cancel the campaign.
  {
    name: 'cancel',
    create: createQueuedCampaign,
    path: '/confirm/cancel',
    fields: { reason: 'é'.repeat(501) },
  },
  { name: 'clone', create: createDraft, path: '/confirm/clone' },
  { name: 'delete', create: createDraft, path: '/confirm/delete' },
];
for (const { name, create, path, fields } of forms) {
  test(`changes nothing if any field of the ${name} form has an invalid value`, async ({
    newBrowser,
    login,
    service,
    mailroom,
  }) => {
    const { id } = await create(service);
    // Wait for the proof, because rendering it would change the campaign during the test.
    await waitForProof(service, id);
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
    const ownFields = Object.keys(form).filter(
      (field) => !field.startsWith('$') && field !== FREE_TEXT_FIELD,
    );
    const invalidForms: FormFields[] = [...ownFields, 'unknown', '__proto__'].flatMap((field) =>
      ['', 'x', '-1', '9'.repeat(30), 'é'.repeat(5_000), '\0'].map((value) => ({
        ...form,
        [field]: value,
      })),
    );
    for (const invalid of invalidForms) {
      const response = await postForm(page.request, url, invalid);
      const body = await response.text();
      expect(response.status(), JSON.stringify(invalid).slice(0, 300)).toBeLessThan(500);
      expect(body).not.toContain('Something went wrong');
    }
    const changes = (await service.requests()).filter(({ method }) => method !== 'GET');
    expect(changes.map(({ path }) => path)).toEqual([]);
    expect(await fetchCampaign(service, id)).toEqual(before);
  });
}

test('an invalid value in any field of the sign-in form never causes a 500 response or starts a session', async ({
  newBrowser,
  mailroom,
}) => {
  const page = await newBrowser({ javaScriptEnabled: false, extraHTTPHeaders: headersFromNewAddress() });
  const url = new URL('/login', mailroom.url);
  await page.goto(url.href);
  const form = await readFormFields(page.locator('form[method="POST" i]'));
  const validForm = { ...form, email: unknownEmail(), password: 'not-the-password' };
  for (const field of ['email', 'password', 'callbackUrl', 'unknown', '__proto__']) {
    for (const invalid of ['', ' ', 'x', '@', 'é'.repeat(5_000), '\0', 'a@b.co\r\nx: y']) {
      const response = await postForm(page.request, url, { ...validForm, [field]: invalid });
      expect(response.status(), `${field} ${invalid.slice(0, 20)}`).toBeLessThan(500);
      expect(await response.text()).not.toContain('Something went wrong');
    }
  }
  expect(await page.context().cookies()).toEqual([]);
});

test('never responds with 500 to truncated, malformed, or forged form bodies', async ({
  newBrowser,
  login,
  service,
  mailroom,
}) => {
  const { id } = await createDraft(service);
  const page = await newBrowser({ javaScriptEnabled: false });
  await login(page, 'sender');
  const url = new URL(`/campaigns/${id}/checkout`, mailroom.url).href;
  const headers = { origin: mailroom.url };
  const bodies: [string, string][] = [
    ['application/x-www-form-urlencoded', 'payment_method=link'],
    ['application/x-www-form-urlencoded', '%zz=%zz&__proto__[x]=1'],
    [
      'multipart/form-data; boundary=x',
      '--x\r\nContent-Disposition: form-data; name="payment_method"\r\n\r\nlin',
    ],
    ['multipart/form-data', 'no boundary'],
    ['application/json', '{"payment_method":'],
    ['text/plain', 'x'],
  ];
  for (const [type, data] of bodies) {
    const response = await page.request.post(url, { data, headers: { ...headers, 'content-type': type } });
    expect(response.status(), `${type} ${data}`).toBeLessThan(500);
    const action = { 'next-action': 'x'.repeat(40), 'content-type': type };
    const forged = await page.request.post(url, { data, headers: { ...headers, ...action } });
    expect(forged.status(), `next-action ${type} ${data}`).toBeLessThan(500);
  }
});

test('shows an error beside the field if the send time is too early, too late, or missing', async ({
  page,
  login,
  service,
}) => {
  const { id } = await createPaidDraft(service);
  await login(page, 'sender');
  await page.goto(`/campaigns/${id}/send`);
  await page.getByRole('radio', { name: /^At a specific time/ }).check();
  const time = page.getByLabel(/^Date and time/);
  for (const invalid of ['2020-01-01T09:00', '2040-01-01T09:00', '']) {
    await time.fill(invalid);
    await page.getByRole('button', { name: /^Send at/ }).click();
    await expect(time).toHaveAttribute('aria-invalid', 'true');
    await expect(time).toHaveAccessibleDescription(/\w/);
  }
  expect((await fetchCampaign(service, id)).status).toBe('draft');
});

/** Every form and every parameter in an address answers a wrong value with a sentence or a 400/404 page, never a 500. */
import { expect, test } from '#tests/support/browser.ts';
import { newDraft, newPaidDraft, newQueued, type Own, read } from '#tests/support/campaigns.ts';
import { strangerEmail } from '#tests/support/console.ts';
import { type Fields, fieldsOf, post } from '#tests/support/forms.ts';
import type { Service } from '#tests/support/service.ts';

const WRONG = [
  '',
  ' ',
  '0',
  '-1',
  '1.5',
  'x',
  '9'.repeat(30),
  '%00',
  '%2e%2e%2f',
  '%F0%9F%92%A9',
  '{}',
  '%zz',
  '[object Object]',
];
const encoded = (text: string) => (/^%/.test(text) ? text : encodeURIComponent(text));

test.describe('addresses', () => {
  test('every parameter of the campaign list', async ({ page, login }) => {
    await login(page, 'viewer');
    const names = [
      'page',
      'per_page',
      'status',
      'targeting_method',
      'customer_id',
      'sent_at[from]',
      'sent_at[to]',
      'meta_data[][key]',
      'meta_data[][value]',
      'deleted',
      'unknown',
      '__proto__',
      'constructor[x]',
    ];
    for (const name of names) {
      for (const value of WRONG) {
        const path = `/campaigns?${encodeURIComponent(name)}=${encoded(value)}`;
        expect((await page.request.get(path)).status(), path).toBeLessThan(500);
      }
      const twice = `/campaigns?${encodeURIComponent(name)}=1&${encodeURIComponent(name)}=2`;
      expect((await page.request.get(twice)).status(), twice).toBeLessThan(500);
    }
  });

  test('ids and other parts of a path', async ({ page, login, service }) => {
    const { id } = await newDraft(service);
    await login(page, 'admin');
    for (const wrong of WRONG.filter((text) => text.trim() !== '')) {
      for (const path of [
        `/campaigns/${encoded(wrong)}`,
        `/campaigns/${encoded(wrong)}/checkout`,
        `/campaigns/${encoded(wrong)}/send`,
        `/campaigns/${encoded(wrong)}/confirm/cancel`,
        `/campaigns/${id}/confirm/${encoded(wrong)}`,
        `/campaigns/${id}/${encoded(wrong)}`,
        `/customers/${encoded(wrong)}`,
        `/customers/${encoded(wrong)}/email`,
        `/files/campaigns/${encoded(wrong)}/proof`,
        `/files/campaigns/${encoded(wrong)}/thumbnail/0`,
        `/files/campaigns/${id}/thumbnail/${encoded(wrong)}`,
        `/api/campaigns/${encoded(wrong)}/status`,
        `/api/campaigns/${encoded(wrong)}/checkout`,
      ]) {
        const status = (await page.request.get(path)).status();
        expect([400, 404], `${path} answered ${status}`).toContain(status);
      }
    }
  });

  test('what other pages take', async ({ page, login, service }) => {
    const { id, customerId } = await newPaidDraft(service);
    await login(page, 'admin');
    for (const wrong of WRONG) {
      for (const path of [
        `/login?callbackUrl=${encoded(wrong)}`,
        `/pay/return?state=${encoded(wrong)}`,
        `/api/pay/return?state=${encoded(wrong)}`,
        `/campaigns/${id}?recipients=${encoded(wrong)}`,
        `/customers?page=${encoded(wrong)}`,
        `/customers?per_page=${encoded(wrong)}`,
        `/customers/${customerId}?page=${encoded(wrong)}&saved=${encoded(wrong)}`,
        `/customers/${customerId}?customer_id=${encoded(wrong)}&status=${encoded(wrong)}`,
        `/campaigns/${id}/checkout?sender_copy=${encoded(wrong)}`,
        `/send-time?at=${encoded(wrong)}&zone=Europe/Berlin`,
        `/send-time?at=2026-12-01T09:00&zone=${encoded(wrong)}`,
        `/files/campaigns/${id}/thumbnail/0?w=${encoded(wrong)}`,
        `/api/auth/${encoded(wrong)}`,
        `/api/auth/signin?callbackUrl=${encoded(wrong)}`,
        `/api/auth/error?error=${encoded(wrong)}`,
      ]) {
        expect((await page.request.get(path)).status(), path).toBeLessThan(500);
      }
    }
  });

  test('what is wrong in the list’s address is said beside the field', async ({ page, login }) => {
    await login(page, 'viewer');
    await page.goto('/campaigns?status=lost&targeting_method=aim&sent_at[from]=soon&per_page=1000');
    for (const label of ['Status', 'Targeting', 'Sent from', 'Show']) {
      const field = page.getByRole('form', { name: 'Filters' }).getByLabel(label, { exact: true });
      await expect(field).toHaveAttribute('aria-invalid', 'true');
      await expect(field).toHaveAccessibleDescription(/\w/);
    }
  });

  test('callbackUrl leads nowhere else', async ({ newBrowser, login, mailroom }) => {
    const page = await newBrowser();
    await login(page, 'viewer');
    await page.context().clearCookies();
    for (const wrong of [
      'https://evil.example/',
      '//evil.example',
      '/\\evil.example',
      'javascript:alert(1)',
    ]) {
      await page.goto(`/login?callbackUrl=${encodeURIComponent(wrong)}`);
      await page.getByLabel('E-mail').fill('viewer@mailroom.test');
      await page.getByLabel('Password').fill('a-password-for-tests');
      await page.getByRole('button', { name: 'Sign in' }).click();
      await expect(page).toHaveURL(`${mailroom.url}/`);
      await page.context().clearCookies();
    }
  });
});

/** Takes nearly any words. */
const FREE = 'reason';

test.describe('forms', () => {
  const forms: {
    name: string;
    campaign: (service: Service) => Promise<Own>;
    path: string;
    fields?: Fields;
  }[] = [
    {
      name: 'checkout',
      campaign: newDraft,
      path: '/checkout',
      // A total that nobody was shown: whatever else is wrong or right, nothing is paid.
      fields: { way: 'card', source: 'tok_visa', to_be_paid: '$0.01' },
    },
    { name: 'send', campaign: newPaidDraft, path: '/send', fields: { when: 'at', at: '2020-01-01T09:00' } },
    // Too long in any case, so that the others may be right.
    { name: 'cancel', campaign: newQueued, path: '/confirm/cancel', fields: { reason: 'é'.repeat(501) } },
    { name: 'clone', campaign: newDraft, path: '/confirm/clone' },
    { name: 'delete', campaign: newDraft, path: '/confirm/delete' },
  ];
  for (const { name, campaign, path, fields } of forms) {
    test(`${name}: each field with each wrong value`, async ({ newBrowser, login, service, mailroom }) => {
      const { id } = await campaign(service);
      const page = await newBrowser({ javaScriptEnabled: false });
      await login(page, 'admin');
      const url = new URL(`/campaigns/${id}${path}`, mailroom.url);
      await page.goto(url.href);
      const form: Fields = { ...(await fieldsOf(page.locator('main form[method="POST" i]'))), ...fields };
      const before = await read(service, id);
      await service.forgetArrived();
      const ours = Object.keys(form).filter((field) => !field.startsWith('$') && field !== FREE);
      const wrongs: Fields[] = [...ours, 'unknown', '__proto__'].flatMap((field) =>
        ['', 'x', '-1', '9'.repeat(30), 'é'.repeat(5_000), '\0'].map((value) => ({
          ...form,
          [field]: value,
        })),
      );
      for (const wrong of wrongs) {
        const answer = await post(page.request, url, wrong);
        const body = await answer.text();
        expect(answer.status(), JSON.stringify(wrong).slice(0, 300)).toBeLessThan(500);
        expect(body).not.toContain('Something broke on our side');
      }
      const changes = (await service.arrived()).filter(({ method }) => method !== 'GET');
      expect(changes.map(({ path }) => path)).toEqual([]);
      expect(await read(service, id)).toEqual(before);
    });
  }

  test('sign-in: each field with each wrong value', async ({ newBrowser, mailroom }) => {
    const page = await newBrowser({ javaScriptEnabled: false });
    const url = new URL('/login', mailroom.url);
    await page.goto(url.href);
    const form = await fieldsOf(page.locator('form[method="POST" i]'));
    const right = { ...form, email: strangerEmail(), password: 'not-the-password' };
    for (const field of ['email', 'password', 'callbackUrl', 'unknown', '__proto__']) {
      for (const wrong of ['', ' ', 'x', '@', 'é'.repeat(5_000), '\0', 'a@b.co\r\nx: y']) {
        const answer = await post(page.request, url, { ...right, [field]: wrong });
        expect(answer.status(), `${field} ${wrong.slice(0, 20)}`).toBeLessThan(500);
        expect(await answer.text()).not.toContain('Something broke on our side');
      }
    }
    expect(await page.context().cookies()).toEqual([]);
  });

  test('a form that was cut, repeated or made up', async ({ newBrowser, login, service, mailroom }) => {
    const { id } = await newDraft(service);
    const page = await newBrowser({ javaScriptEnabled: false });
    await login(page, 'sender');
    const url = new URL(`/campaigns/${id}/checkout`, mailroom.url).href;
    const headers = { origin: mailroom.url };
    const bodies: [string, string][] = [
      ['application/x-www-form-urlencoded', 'way=link'],
      ['application/x-www-form-urlencoded', '%zz=%zz&__proto__[x]=1'],
      ['multipart/form-data; boundary=x', '--x\r\nContent-Disposition: form-data; name="way"\r\n\r\nlin'],
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
    const { id } = await newPaidDraft(service);
    await login(page, 'sender');
    await page.goto(`/campaigns/${id}/send`);
    await page.getByRole('radio', { name: /^At a date and time/ }).check();
    const time = page.getByLabel(/^Date and time/);
    for (const wrong of ['2020-01-01T09:00', '2040-01-01T09:00', '']) {
      await time.fill(wrong);
      await page.getByRole('button', { name: /^Send at/ }).click();
      await expect(time).toHaveAttribute('aria-invalid', 'true');
      await expect(time).toHaveAccessibleDescription(/\w/);
    }
    expect((await read(service, id)).status).toBe('draft');
  });
});

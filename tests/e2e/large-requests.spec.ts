/** Tests that Mailroom refuses oversized requests, and that forms keep what people typed. */
import { request } from 'undici';
import { cookieHeader, expect, test } from '../support/browser.ts';
import { createDraft } from '../support/campaigns.ts';
import { addShareLinks } from '../support/share-links.ts';

const MESSAGE = 'No action was taken. The form is larger than 64 KB.';
const PARTS = 180_000;
const KEYS = 400_000;

test('a form with 180,000 fields and JSON with 400,000 names are refused', async ({
  page,
  login,
  mailroom,
}) => {
  const part = (i: number) => `--x\r\ncontent-disposition: form-data; name="${i}"\r\n\r\n\r\n`;
  const form = await request(`${mailroom.url}/login`, {
    method: 'POST',
    headers: { origin: mailroom.url, 'content-type': 'multipart/form-data; boundary=x' },
    body: `${Array.from({ length: PARTS }, (_, i) => part(i)).join('')}--x--\r\n`,
  });
  expect(form.statusCode).toBe(413);
  await login(page, 'viewer');
  const json = await request(`${mailroom.url}/api/v2/templates/x/preview`, {
    method: 'POST',
    headers: {
      origin: mailroom.url,
      cookie: await cookieHeader(page.context()),
      'content-type': 'application/json',
    },
    body: JSON.stringify(Object.fromEntries(Array.from({ length: KEYS }, (_, i) => [`key${i}`, 1]))),
  });
  expect(json.statusCode).toBe(413);
  expect(await json.body.json()).toMatchObject({ error: { code: 'too_large' } });
});

for (const javaScriptEnabled of [true, false]) {
  const how = javaScriptEnabled ? 'with' : 'without';
  test(`says that a guest’s form is too large, ${how} JavaScript`, async ({
    newBrowser,
    service,
    mailroom,
  }) => {
    const { id } = await createDraft(service);
    const [token = ''] = await addShareLinks(mailroom, [{ campaignId: id, password: 'between us only' }]);
    const page = await newBrowser({ javaScriptEnabled });
    await page.goto(`/share/${token}`);
    const password = page.getByLabel('Password');
    await password.fill('x'.repeat(70_000));
    await page.getByRole('button', { name: 'Open proof' }).click();
    await expect(page.getByText(MESSAGE)).toBeVisible();
    if (javaScriptEnabled) {
      await expect(password).toHaveValue('x'.repeat(70_000));
      await password.fill('between us only');
      await page.getByRole('button', { name: 'Open proof' }).click();
      await expect(password).toBeHidden();
    }
  });
}

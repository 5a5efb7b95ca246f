/** Tests that templates show the landing page as text or as a QR code (4.7). */
import jsQR from 'jsqr';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createService } from '#service/create-service.ts';
import { fillVariables } from '#service/render/design-variables.ts';
import { createLandingPageQr, findQrCodes } from '#service/render/qr.ts';
import { createServiceDataFolder, SERVICE_API_KEY } from './fixture.ts';

/** Decodes a design's QR code from pixels, as a phone would. */
async function scanQrCode(html: string): Promise<string | undefined> {
  const [, base64 = ''] = /src="data:image\/svg\+xml;base64,([^"]+)"/.exec(html) ?? [];
  const svg = Buffer.from(base64, 'base64');
  const { data, info } = await sharp(svg)
    .resize(400)
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return jsQR(new Uint8ClampedArray(data), info.width, info.height)?.data;
}

const DESIGN = '<img src="{{landing_page_qr}}" style="left:4.5in;top:1in;width:0.8in">{{landing_page_url}}';

describe('landing page QR codes', () => {
  test.each([
    [{ landing_page_url: 'https://a.example/48-maple?x=1&y=2' }, 'https://a.example/48-maple?x=1&y=2'],
    [{ landing_page: 'brightwater.example/48-maple' }, 'https://brightwater.example/48-maple'],
    [{ landing_page: 'a.example', landing_page_qr: 'tel:+17185550158' }, 'tel:+17185550158'],
    [{ landing_page_url: 'https://a.example/straße/物件' }, 'https://a.example/straße/物件'],
  ])('from the values %j, creates a QR code that links to %s', async (values, url) => {
    expect(await scanQrCode(fillVariables(DESIGN, values as Record<string, string>))).toBe(url);
  });

  test('creates no QR code if there is no landing page or the landing page’s address is too long', () => {
    expect(fillVariables(DESIGN, {})).toBe(DESIGN);
    expect(createLandingPageQr({ landing_page: `https://a.example/${'x'.repeat(2_400)}` })).toBeUndefined();
    expect(createLandingPageQr({ landing_page: `https://a.example/${'x'.repeat(2_300)}` })).toBeDefined();
  });

  test('finds a QR code in a design, with the size and position from the image’s style', () => {
    const values = { landing_page: 'a.example' };
    const placed = { url: 'https://a.example', size: 0.8, x: 4.5, y: 1 };
    expect(findQrCodes(fillVariables(DESIGN, values), values)).toEqual([placed]);
    const bare = fillVariables('<img src="{{landing_page_qr}}"><img src="data:,">', values);
    expect(findQrCodes(bare, values)).toEqual([{ url: 'https://a.example', size: null, x: null, y: null }]);
    expect(findQrCodes('<p>a.example</p>', values)).toEqual([]);
  });
});

describe('sample templates', () => {
  let service: Awaited<ReturnType<typeof createService>>;
  beforeAll(async () => {
    const openRenderer = () => Promise.resolve(null);
    const options = { clockRate: 0, openRenderer, monthlyInvoice: true };
    service = await createService({
      key: SERVICE_API_KEY,
      folder: await createServiceDataFolder(),
      ...options,
    });
  });
  afterAll(() => service.close());

  const preview = async (id: string, landing_page_url: string) => {
    const response = await service.app.request(`/v2/templates/${id}/preview`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${SERVICE_API_KEY} sender@mailroom.test` },
      body: new URLSearchParams({ 'template_data[landing_page_url]': landing_page_url }),
    });
    return (await response.json()) as { front: string; back: string };
  };

  test('a sample postcard shows the landing page’s address as a QR code, and a sample letter shows it as text', async () => {
    const url = 'https://a.example/here';
    const listed = await preview('just-listed', url);
    expect(await scanQrCode(listed.back)).toBe(url);
    expect(listed.back).not.toContain(url);
    const letter = await preview('letter-from-the-dentist', url);
    expect(letter.front).toContain(url);
  });

  test('the v2 send response contains the position of a sample postcard’s QR code, in design pixels', async () => {
    const headers = { Authorization: `Bearer ${SERVICE_API_KEY}` };
    const drafts = await service.app.request('/v1/campaigns?status=draft&per_page=100', { headers });
    const templates = await service.app.request('/v1/templates?per_page=100', { headers });
    const { items } = (await drafts.json()) as { items: { id: number; template_id: number }[] };
    const listed = ((await templates.json()) as { items: { id: number; name: string }[] }).items.find(
      ({ name }) => name === 'Just listed',
    );
    const draft = items.find(({ template_id }) => template_id === listed?.id);
    const sent = await service.app.request(`/v2/campaigns/${draft?.id}/send`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${SERVICE_API_KEY} sender@mailroom.test` },
    });
    const { qr_codes } = (await sent.json()) as { qr_codes: { front: object[]; back: object[] } };
    expect(qr_codes.front).toEqual([]);
    const url = expect.stringMatching(/^https:\/\/brightwater\.example\//);
    expect(qr_codes.back).toEqual([{ url, size: 300, x: 786, y: 1449 }]);
  });
});

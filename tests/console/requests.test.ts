/** Tests the exact requests that the console sends to the mail service. */
import { describe, expect, it } from 'vitest';
import { readFromService, sendToService } from '#lib/upstream/client.ts';
import { recordBothVersions } from './support/both-versions.ts';
import { respondJson } from './support/recorder.ts';
import { API_KEY } from './support/settings.ts';

const EMPTY_PAGE = { items: [], current_page: 1, total_count: 0, total_pages: 1 };

const [v1, v2] = await recordBothVersions();

describe('a request to v1', () => {
  it('contains the API key and only the necessary headers', async () => {
    v1.respondWith((_, response) => respondJson(response, EMPTY_PAGE));
    await readFromService('listCustomerCampaigns', {
      customer_id: 7,
      page: 2,
      status: 'draft',
      sent_at: { from: '2026-01-01' },
      meta_data: [{ key: 'a b', value: '1&2' }],
    });
    expect(v1.requests).toEqual([
      {
        method: 'GET',
        url:
          '/mail/v1/campaigns/customers/7/campaigns?page=2&status=draft&sent_at%5Bfrom%5D=2026-01-01' +
          '&meta_data%5B%5D%5Bkey%5D=a+b&meta_data%5B%5D%5Bvalue%5D=1%262',
        headers: {
          host: new URL(v1.origin).host,
          connection: 'keep-alive',
          accept: 'application/json',
          'accept-encoding': 'gzip',
          authorization: `Bearer ${API_KEY}`,
          'user-agent': 'Mailroom',
        },
        body: '',
      },
    ]);
    expect(v2.requests).toEqual([]);
  });

  it('contains the send date or the redirect_uri in the query', async () => {
    v1.respondWith(({ url }, response) =>
      url.includes('/pay')
        ? respondJson(response, { link: 'https://x.example' })
        : respondJson(response, { id: 3 }),
    );
    await sendToService('sendCampaign', { customer_id: 7, id: 3, date: '2026-12-01T09:00:00-05:00' });
    await sendToService('payCampaign', { id: 3, redirect_uri: 'http://localhost/pay/return?state=a' });
    expect(v1.requests.map(({ method, url, body }) => [method, url, body])).toEqual([
      ['POST', '/mail/v1/campaigns/customers/7/campaigns/3/send?date=2026-12-01T09%3A00%3A00-05%3A00', ''],
      ['POST', '/mail/v1/campaigns/3/pay?redirect_uri=http%3A%2F%2Flocalhost%2Fpay%2Freturn%3Fstate%3Da', ''],
    ]);
  });

  it('contains the pay_and_send fields in a form body', async () => {
    v1.respondWith((_, response) => respondJson(response, { id: 3 }));
    await sendToService('payAndSendCampaign', {
      id: 3,
      send_copy_to_sender: false,
      source: 'tok_visa',
      email: 'a+b@c.example',
    });
    const [request] = v1.requests;
    expect(request?.url).toBe('/mail/v1/campaigns/3/pay_and_send');
    expect(request?.body).toBe('send_copy_to_sender=false&source=tok_visa&email=a%2Bb%40c.example');
    expect(request?.headers['content-type']).toBe('application/x-www-form-urlencoded');
  });

  it('uses a separate connection if the operation can’t be undone', async () => {
    v1.respondWith((_, response) => respondJson(response, { id: 3 }));
    await sendToService('cancelCampaign', { id: 3 });
    expect(v1.requests[0]?.headers.connection).toBe('close');
  });
});

describe('a request to v2', () => {
  it('goes only to the v2 base URL, with the API key and the member’s email address', async () => {
    v2.respondWith((_, response) => respondJson(response, { front: '', back: '' }));
    await sendToService('previewTemplate', { id: 'tpl_1' }, { email: 'sender@mailroom.test' });
    expect(v1.requests).toEqual([]);
    expect(v2.requests[0]?.url).toBe('/v2/templates/tpl_1/preview');
    expect(v2.requests[0]?.headers.authorization).toBe(`Bearer ${API_KEY} sender@mailroom.test`);
  });

  it.each(['a b@c.example', 'a@b.example\r\nx: y', 'ä@b.example', undefined])(
    'is never sent with the email address %j',
    async (email) => {
      await expect(sendToService('previewTemplate', { id: 'tpl_1' }, { email })).rejects.toThrow(
        /plain email/,
      );
      expect(v2.requests).toEqual([]);
    },
  );
});

/** What leaves the console, byte for byte, and what becomes of every kind of answer. */
import { gzipSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { call } from '#lib/upstream/client.ts';
import { closeConnections } from '#lib/upstream/connection.ts';
import { deadlineIn } from '#lib/upstream/deadline.ts';
import { heardSandbox, serviceClock } from '#lib/upstream/service-clock.ts';
import { json, type Recorder, startRecorder } from './support/recorder.ts';
import { KEY, useSettings } from './support/settings.ts';

const EMPTY_PAGE = { items: [], current_page: 1, total_count: 0, total_pages: 1 };

let v1: Recorder;
let v2: Recorder;

beforeAll(async () => {
  [v1, v2] = await Promise.all([startRecorder(), startRecorder()]);
});
beforeEach(() => {
  useSettings({ DIRECTMAIL_BASE_URL: `${v1.origin}/mail/`, DIRECTMAIL_BASE_URL_V2: v2.origin });
  v1.requests.length = 0;
  v2.requests.length = 0;
});
afterEach(() => closeConnections());
afterAll(async () => {
  await Promise.all([v1.close(), v2.close()]);
});

describe('a request', () => {
  it('to v1 carries the key, and nothing more than it needs', async () => {
    v1.answer((_, response) => json(response, EMPTY_PAGE));
    await call('listCustomerCampaigns', {
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
          authorization: `Bearer ${KEY}`,
          'user-agent': 'Mailroom',
        },
        body: '',
      },
    ]);
    expect(v2.requests).toEqual([]);
  });

  it('puts the date of send and the redirect_uri of pay into the query', async () => {
    v1.answer(({ url }, response) =>
      url.includes('/pay') ? json(response, { link: 'https://x.example' }) : json(response, { id: 3 }),
    );
    await call('sendCampaign', { customer_id: 7, id: 3, date: '2026-12-01T09:00:00-05:00' });
    await call('payCampaign', { id: 3, redirect_uri: 'http://console.test/pay/return?state=a' });
    expect(v1.requests.map(({ method, url, body }) => [method, url, body])).toEqual([
      ['POST', '/mail/v1/campaigns/customers/7/campaigns/3/send?date=2026-12-01T09%3A00%3A00-05%3A00', ''],
      [
        'POST',
        '/mail/v1/campaigns/3/pay?redirect_uri=http%3A%2F%2Fconsole.test%2Fpay%2Freturn%3Fstate%3Da',
        '',
      ],
    ]);
  });

  it('puts the fields of pay_and_send into a form', async () => {
    v1.answer((_, response) => json(response, { id: 3 }));
    await call('payAndSendCampaign', {
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

  it('to v2 goes to the other address only, with the key and the member’s address', async () => {
    v2.answer((_, response) => json(response, { front: '', back: '' }));
    await call('previewTemplate', { id: 'tpl_1' }, { email: 'sender@mailroom.test' });
    expect(v1.requests).toEqual([]);
    expect(v2.requests[0]?.url).toBe('/v2/templates/tpl_1/preview');
    expect(v2.requests[0]?.headers.authorization).toBe(`Bearer ${KEY} sender@mailroom.test`);
  });

  it.each(['a b@c.example', 'a@b.example\r\nx: y', 'ä@b.example', undefined])(
    'to v2 is never made for %j',
    async (email) => {
      await expect(call('previewTemplate', { id: 'tpl_1' }, { email })).rejects.toThrow(/plain e-mail/);
      expect(v2.requests).toEqual([]);
    },
  );

  it('that can’t be put back gets a connection of its own', async () => {
    v1.answer((_, response) => json(response, { id: 3 }));
    await call('cancelCampaign', { id: 3 });
    expect(v1.requests[0]?.headers.connection).toBe('close');
  });

  it('for the template update goes where the setting says', async () => {
    v1.answer((_, response) => json(response, { id: 5 }));
    const update = { id: 5, name: 'N', size: 'letter' as const, designs: ['<p>'] };
    await call('updateTemplate', update);
    useSettings({
      DIRECTMAIL_BASE_URL: v1.origin,
      DIRECTMAIL_TEMPLATE_UPDATE_PATH: '/v1/templates/{id}',
    });
    await call('updateTemplate', update);
    expect(v1.lines()).toEqual(['PUT /mail/v1/customers/5', 'PUT /v1/templates/5']);
  });
});

describe('an answer', () => {
  const status = (code: number, body: unknown = {}) => v1.answer((_, response) => json(response, body, code));
  const read = () => call('getCampaign', { id: 1 });

  it.each([
    [400, { kind: 'refused', status: 400, code: undefined }, 'none'],
    [401, { kind: 'refused', status: 401, code: undefined }, 'none'],
    [402, { kind: 'refused', status: 402, code: undefined }, 'none'],
    [404, { kind: 'missing' }, 'none'],
    [408, { kind: 'slow' }, 'possible'],
    [409, { kind: 'refused', status: 409, code: undefined }, 'none'],
    [429, { kind: 'refused', status: 429, code: undefined }, 'none'],
    [500, { kind: 'failed', status: 500 }, 'possible'],
    [503, { kind: 'failed', status: 503 }, 'possible'],
  ])('of %i is a value, and says whether the work may have been done', async (code, failure, effect) => {
    status(code);
    expect(await read()).toEqual({ ok: false, failure, effect });
    expect(v1.requests).toHaveLength(1);
  });

  it('keeps a code of the service, if it is one, and none of its words', async () => {
    status(402, { error: { code: 'card_declined', message: 'Your card <b>was</b> declined' } });
    expect(await read()).toMatchObject({ failure: { kind: 'refused', status: 402, code: 'card_declined' } });
    status(422, { error: { code: '<script>', message: 'x' } });
    expect(await read()).toMatchObject({ failure: { kind: 'refused', status: 422, code: undefined } });
  });

  it.each([301, 302, 303, 307, 308])('of %i is not followed', async (code) => {
    v1.answer((_, response) => {
      response.writeHead(code, { location: `${v2.origin}/elsewhere` });
      response.end();
    });
    expect(await call('cancelCampaign', { id: 3 })).toMatchObject({
      failure: { kind: 'garbled' },
      effect: 'possible',
    });
    expect(v1.requests).toHaveLength(1);
    expect(v2.requests).toEqual([]);
  });

  it.each([
    ['HTML', '<!doctype html><title>Hello</title>'],
    ['nothing', ''],
    ['cut JSON', '{"id": 1, "sta'],
    ['another shape', '{"campaign": {"id": 1}}'],
    ['a list', '[1]'],
  ])('of 200 with %s is garbled, and the work may have been done', async (_, body) => {
    v1.answer((_request, response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(body);
    });
    expect(await read()).toEqual({ ok: false, failure: { kind: 'garbled' }, effect: 'possible' });
  });

  it('may be compressed', async () => {
    v1.answer((_, response) => {
      response.writeHead(200, { 'content-encoding': 'gzip' });
      response.end(gzipSync('{"id": 1}'));
    });
    expect(await read()).toMatchObject({ ok: true, value: { id: 1 } });
  });

  it('is cut off at 8 MB, plain and as a bomb', async () => {
    const nine = Buffer.alloc(9 * 1024 * 1024, 32);
    v1.answer((_, response) => response.end(nine));
    expect(await read()).toMatchObject({ failure: { kind: 'garbled' } });
    v1.answer((_, response) => {
      response.writeHead(200, { 'content-encoding': 'gzip' });
      response.end(gzipSync(Buffer.alloc(200 * 1024 * 1024, 32)));
    });
    expect(await read()).toMatchObject({ failure: { kind: 'garbled' } });
  });

  it('that doesn’t come in time is slow, also when it drips', async () => {
    v1.answer(() => undefined);
    const started = performance.now();
    expect(await call('getCampaign', { id: 1 }, { deadline: deadlineIn(200) })).toEqual({
      ok: false,
      failure: { kind: 'slow' },
      effect: 'possible',
    });
    v1.answer((_, response) => {
      response.writeHead(200);
      const drip = setInterval(() => response.write(' '), 20);
      response.on('close', () => clearInterval(drip));
    });
    expect(await call('getCampaign', { id: 2 }, { deadline: deadlineIn(300) })).toMatchObject({
      failure: { kind: 'slow' },
    });
    expect(performance.now() - started).toBeLessThan(2_000);
  });

  it('that breaks off is unreachable, and the work may have been done', async () => {
    v1.answer((_, response) => {
      response.socket?.destroy();
    });
    expect(await call('cancelCampaign', { id: 3 })).toEqual({
      ok: false,
      failure: { kind: 'unreachable' },
      effect: 'possible',
    });
    expect(v1.requests).toHaveLength(1);
  });

  it('without a connection is unreachable, and nothing was done', async () => {
    useSettings({});
    expect(await call('cancelCampaign', { id: 3 })).toEqual({
      ok: false,
      failure: { kind: 'unreachable' },
      effect: 'none',
    });
    useSettings({ DIRECTMAIL_BASE_URL: 'http://no-such-host.invalid' });
    expect(await call('cancelCampaign', { id: 3 })).toMatchObject({
      failure: { kind: 'unreachable' },
      effect: 'none',
    });
  });
});

describe('reads under way at the same time', () => {
  it('are one call when they are the same', async () => {
    v1.answer((_, response) => json(response, { id: 1 }));
    const answers = await Promise.all(Array.from({ length: 10 }, () => call('getCampaign', { id: 1 })));
    expect(answers.every(({ ok }) => ok)).toBe(true);
    expect(v1.requests).toHaveLength(1);
    await call('getCampaign', { id: 1 });
    expect(v1.requests).toHaveLength(2);
  });

  it('are two when one must be fresh, or they differ', async () => {
    v1.answer((_, response) => json(response, { id: 1 }));
    await Promise.all([
      call('getCampaign', { id: 1 }),
      call('getCampaign', { id: 1 }, { fresh: true }),
      call('getCampaign', { id: 2 }),
    ]);
    expect(v1.requests).toHaveLength(3);
  });

  it('each wait only as long as they said', async () => {
    let release = () => {};
    v1.answer((_, response) => {
      release = () => json(response, { id: 1 });
    });
    const patient = call('getCampaign', { id: 1 });
    expect(await call('getCampaign', { id: 1 }, { deadline: deadlineIn(50) })).toMatchObject({
      failure: { kind: 'slow' },
    });
    release();
    expect(await patient).toMatchObject({ ok: true });
    expect(v1.requests).toHaveLength(1);
  });
});

describe('a service that does not answer', () => {
  afterEach(() => {
    vi.useRealTimers();
  });

  it('is left alone for a while, and found again by one read that the others wait for', async () => {
    const read = (id: number) => call('getCampaign', { id });
    v1.answer((_, response) => response.socket?.destroy());
    for (let id = 1; id <= 15; id++)
      expect(await read(id)).toMatchObject({ failure: { kind: 'unreachable' } });
    const asked = v1.requests.length;
    expect(asked).toBeLessThan(15);

    v1.answer((_, response) => json(response, { id: 1 }));
    expect(await read(1)).toMatchObject({ ok: false });
    expect(await call('getCampaign', { id: 1 }, { fresh: true })).toMatchObject({ ok: true });
    expect(v1.requests).toHaveLength(asked + 1);

    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 3_100 });
    const answers = await Promise.all([1, 2, 3, 4].map(read));
    expect(answers.every(({ ok }) => ok)).toBe(true);
  });

  it('is not left alone for answers that make no sense, or say no', async () => {
    for (const code of [200, 404, 500]) {
      v1.answer((_, response) => json(response, 'nonsense', code));
      for (let id = 1; id <= 15; id++) await call('getCampaign', { id });
    }
    expect(v1.requests).toHaveLength(45);
  });
});

describe('the head of an answer', () => {
  it('tells the service’s clock, whatever ours says', async () => {
    const theirs = Date.now() + 20 * 60_000;
    v1.answer((_, response) => {
      response.setHeader('date', new Date(theirs).toUTCString());
      json(response, { id: 1 });
    });
    await call('getCampaign', { id: 1 });
    expect(Math.abs(serviceClock() - theirs)).toBeLessThan(2_000);
  });

  it('tells whether it is the embedded service; an error in between does not', async () => {
    const answer = (code: number, headers: Record<string, string>) =>
      v1.answer((_, response) => {
        for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
        json(response, { id: 1 }, code);
      });
    answer(200, { 'x-mailroom-service': 'embedded' });
    await call('getCampaign', { id: 1 });
    expect(heardSandbox()).toBe(true);
    answer(502, {});
    await call('getCampaign', { id: 1 });
    expect(heardSandbox()).toBe(true);
    answer(200, {});
    await call('getCampaign', { id: 1 });
    expect(heardSandbox()).toBe(false);
  });
});

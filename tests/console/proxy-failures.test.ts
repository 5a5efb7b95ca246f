/** What the proxy says of a service that refuses, fails, babbles or is silent: our codes, our words, nothing of its own. */
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { setUpHarness } from './support/harness.ts';
import { requestProxy, errorOf, FORM_TYPE } from './support/proxy.ts';
import { respondJson, type Recorder, startRecorder } from './support/recorder.ts';
import { KEY } from './support/settings.ts';
import { addCampaign } from './support/tiny-service.ts';

vi.mock('next/headers', () => import('./support/request.ts'));

const harness = setUpHarness();

describe('a service in trouble', () => {
  const secretive = { error: { code: 'leaky', message: `the key is ${KEY}`, fields: { email: KEY } } };
  const get = async () => errorOf(await requestProxy(harness.viewer, 'GET', '/v1/customers/5'));
  let recorded: Recorder;
  beforeAll(async () => {
    recorded = await startRecorder();
    harness.settings({ DIRECTMAIL_BASE_URL: recorded.origin });
  });
  afterAll(async () => {
    harness.settings({});
    await recorded.close();
  });

  it.each([
    [400, 'refused'],
    [401, 'service_locked'],
    [402, 'payment_required'],
    [403, 'service_locked'],
    [404, 'not_found'],
    [405, 'refused'],
    [409, 'conflict'],
    [422, 'refused'],
    [429, 'too_many_requests'],
    [500, 'service_failed'],
    [502, 'service_failed'],
    [503, 'service_failed'],
    [302, 'service_garbled'],
    [408, 'service_slow'],
  ])('that answers %i is reported as %s, in words of ours only', async (status, code) => {
    recorded.answer((_, response) => {
      response.setHeader('x-secret', KEY);
      response.setHeader('location', `https://evil.example/${KEY}`);
      respondJson(response, secretive, status);
    });
    const error = await get();
    expect(error.code).toBe(code);
    expect(JSON.stringify(error)).not.toMatch(/leaky|key-|evil/);
    expect(error.fields).toBeUndefined();
  });

  it.each(['', '<html>', '{"id":', '{"id":"x"}', '[]', 'null'])(
    'that answers %j makes no sense',
    async (body) => {
      recorded.answer((_, response) => response.end(body));
      expect((await get()).code).toBe('service_garbled');
    },
  );

  it('that breaks off, or is not there, can’t be reached', async () => {
    recorded.answer((_, response) => response.socket?.destroy());
    expect((await get()).code).toBe('service_unreachable');
    harness.settings({ DIRECTMAIL_BASE_URL: 'http://127.0.0.1:9' });
    expect((await get()).code).toBe('service_unreachable');
    harness.settings({ DIRECTMAIL_BASE_URL: recorded.origin });
  });

  it('that says nothing is too slow', async () => {
    recorded.answer(() => undefined);
    expect((await get()).code).toBe('service_slow');
  });

  it.each([
    [401, 'service_locked'],
    [403, 'refused'],
  ])('that answers %i to sending on the invoice is reported as %s', async (status, code) => {
    const v2 = await startRecorder();
    harness.settings({ DIRECTMAIL_BASE_URL_V2: v2.origin });
    const { id } = addCampaign(harness.service, { id: status, paid: 0 });
    v2.answer((_, response) => respondJson(response, {}, status));
    const asked = { body: '', type: FORM_TYPE };
    const error = await errorOf(await requestProxy(harness.sender, 'POST', `/v2/campaigns/${id}/send`, asked));
    expect(error.code).toBe(code);
    expect(error.message).toMatch(status === 401 ? /your email address/ : /invoice/);
    harness.settings({ DIRECTMAIL_BASE_URL: recorded.origin });
    await v2.close();
  });
});

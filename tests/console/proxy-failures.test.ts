/** Tests that the proxy reports service failures without revealing any part of the service's response. */
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { setUpHarness } from './support/harness.ts';
import { FORM_TYPE, readProxyError, requestProxy } from './support/proxy.ts';
import { type Recorder, respondJson, startRecorder } from './support/recorder.ts';
import { API_KEY } from './support/settings.ts';
import { addCampaign } from './support/tiny-service.ts';

vi.mock('next/headers', () => import('./support/request.ts'));

const harness = setUpHarness();

describe('the proxy', () => {
  const bodyWithSecrets = {
    error: { code: 'leaky', message: `the key is ${API_KEY}`, fields: { email: API_KEY } },
  };
  const readCustomerError = async () =>
    readProxyError(await requestProxy(harness.viewer, 'GET', '/v1/customers/5'));
  let service: Recorder;
  beforeAll(async () => {
    service = await startRecorder();
    harness.applySettings({ DIRECTMAIL_BASE_URL: service.origin });
  });
  afterAll(async () => {
    harness.applySettings({});
    await service.close();
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
  ])('reports a %i response from the service as %s without the service’s text', async (status, code) => {
    service.respondWith((_, response) => {
      response.setHeader('x-secret', API_KEY);
      response.setHeader('location', `https://evil.example/${API_KEY}`);
      respondJson(response, bodyWithSecrets, status);
    });
    const error = await readCustomerError();
    expect(error.code).toBe(code);
    expect(JSON.stringify(error)).not.toMatch(/leaky|key-|evil/);
    expect(error.fields).toBeUndefined();
  });

  it.each(['', '<html>', '{"id":', '{"id":"x"}', '[]', 'null'])(
    'reports the response body %j as garbled',
    async (body) => {
      service.respondWith((_, response) => response.end(body));
      expect((await readCustomerError()).code).toBe('service_garbled');
    },
  );

  it('reports that the service is unreachable if a connection is dropped or refused', async () => {
    service.respondWith((_, response) => response.socket?.destroy());
    expect((await readCustomerError()).code).toBe('service_unreachable');
    harness.applySettings({ DIRECTMAIL_BASE_URL: 'http://127.0.0.1:9' });
    expect((await readCustomerError()).code).toBe('service_unreachable');
    harness.applySettings({ DIRECTMAIL_BASE_URL: service.origin });
  });

  it('reports that the service is slow if no response arrives', async () => {
    service.respondWith(() => undefined);
    expect((await readCustomerError()).code).toBe('service_slow');
  });

  it.each([
    [401, 'service_locked'],
    [403, 'refused'],
  ])('reports a %i response as %s when a campaign is billed on the monthly invoice', async (status, code) => {
    const v2 = await startRecorder();
    harness.applySettings({ DIRECTMAIL_BASE_URL_V2: v2.origin });
    const { id } = addCampaign(harness.service, { id: status, paid: 0 });
    v2.respondWith((_, response) => respondJson(response, {}, status));
    const form = { body: '', type: FORM_TYPE };
    const error = await readProxyError(
      await requestProxy(harness.sender, 'POST', `/v2/campaigns/${id}/send`, form),
    );
    expect(error.code).toBe(code);
    expect(error.message).toMatch(status === 401 ? /your email address/ : /invoicing isn’t enabled/);
    harness.applySettings({ DIRECTMAIL_BASE_URL: service.origin });
    await v2.close();
  });
});

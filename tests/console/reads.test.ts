/** Tests shared reads, calls to an unresponsive service, and response headers. */
import { afterEach, describe, expect, it, vi } from 'vitest';
import { readFromService } from '#lib/upstream/client.ts';
import { deadlineIn } from '#lib/upstream/deadline.ts';
import { isSandboxService, serviceClock } from '#lib/upstream/service-clock.ts';
import { recordBothVersions } from './support/both-versions.ts';
import { respondJson } from './support/recorder.ts';

const [v1] = await recordBothVersions();

describe('a concurrent read', () => {
  it('shares one call with the other reads if the inputs are identical', async () => {
    v1.respondWith((_, response) => respondJson(response, { id: 1 }));
    const outcomes = await Promise.all(
      Array.from({ length: 10 }, () => readFromService('getCampaign', { id: 1 })),
    );
    expect(outcomes.every(({ ok }) => ok)).toBe(true);
    expect(v1.requests).toHaveLength(1);
    await readFromService('getCampaign', { id: 1 });
    expect(v1.requests).toHaveLength(2);
  });

  it('makes a separate call if its inputs differ or it must be fresh', async () => {
    v1.respondWith((_, response) => respondJson(response, { id: 1 }));
    await Promise.all([
      readFromService('getCampaign', { id: 1 }),
      readFromService('getCampaign', { id: 1 }, { fresh: true }),
      readFromService('getCampaign', { id: 2 }),
    ]);
    expect(v1.requests).toHaveLength(3);
  });

  it('waits only until its own deadline', async () => {
    let release = () => {};
    v1.respondWith((_, response) => {
      release = () => respondJson(response, { id: 1 });
    });
    const readWithDefaultDeadline = readFromService('getCampaign', { id: 1 });
    expect(await readFromService('getCampaign', { id: 1 }, { deadline: deadlineIn(50) })).toMatchObject({
      failure: { kind: 'slow' },
    });
    release();
    expect(await readWithDefaultDeadline).toMatchObject({ ok: true });
    expect(v1.requests).toHaveLength(1);
  });
});

describe('a failing service', () => {
  afterEach(() => {
    vi.useRealTimers();
  });

  it('isn’t called for a while after repeated failures, and then receives only one read at first', async () => {
    const read = (id: number) => readFromService('getCampaign', { id });
    v1.respondWith((_, response) => response.socket?.destroy());
    for (let id = 1; id <= 15; id++)
      expect(await read(id)).toMatchObject({ failure: { kind: 'unreachable' } });
    const requestCount = v1.requests.length;
    // The first 12 reads made three requests each. The other three reads made no requests.
    expect(requestCount).toBe(36);

    v1.respondWith((_, response) => respondJson(response, { id: 1 }));
    expect(await read(1)).toMatchObject({ ok: false });
    expect(await readFromService('getCampaign', { id: 1 }, { fresh: true })).toMatchObject({ ok: true });
    expect(v1.requests).toHaveLength(requestCount + 1);

    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 3_100 });
    const outcomes = await Promise.all([1, 2, 3, 4].map(read));
    expect(outcomes.every(({ ok }) => ok)).toBe(true);
  });

  it('is reported with the kind of the most recent failure while calls to the service are paused', async () => {
    v1.respondWith((_, response) => respondJson(response, {}, 200));
    await readFromService('getCampaign', { id: 1 });
    vi.spyOn(AbortController.prototype, 'signal', 'get').mockImplementation(() =>
      AbortSignal.abort(new DOMException('The deadline has passed.', 'TimeoutError')),
    );
    for (let id = 1; id <= 15; id++)
      expect(await readFromService('getCampaign', { id })).toMatchObject({ failure: { kind: 'slow' } });
    vi.restoreAllMocks();
    expect(await readFromService('getCampaign', { id: 1 })).toMatchObject({ failure: { kind: 'slow' } });
    expect(v1.requests).toHaveLength(1);
  });

  it('is still called after garbled responses and errors', async () => {
    for (const code of [200, 404, 500]) {
      v1.respondWith((_, response) => respondJson(response, 'nonsense', code));
      for (let id = 1; id <= 15; id++) await readFromService('getCampaign', { id });
    }
    expect(v1.requests).toHaveLength(45);
  });
});

describe('a response header', () => {
  it('states the service’s time, which the console uses even if its own clock differs', async () => {
    const serviceTime = Date.now() + 20 * 60_000;
    v1.respondWith((_, response) => {
      response.setHeader('date', new Date(serviceTime).toUTCString());
      respondJson(response, { id: 1 });
    });
    await readFromService('getCampaign', { id: 1 });
    expect(Math.abs(serviceClock() - serviceTime)).toBeLessThan(60_000);
  });

  it('identifies the embedded service, except in error responses', async () => {
    const respondWithHeaders = (code: number, headers: Record<string, string>) =>
      v1.respondWith((_, response) => {
        for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
        respondJson(response, { id: 1 }, code);
      });
    respondWithHeaders(200, { 'x-mailroom-service': 'embedded' });
    await readFromService('getCampaign', { id: 1 });
    expect(isSandboxService()).toBe(true);
    respondWithHeaders(502, {});
    await readFromService('getCampaign', { id: 1 });
    expect(isSandboxService()).toBe(true);
    respondWithHeaders(200, {});
    await readFromService('getCampaign', { id: 1 });
    expect(isSandboxService()).toBe(false);
  });
});

/** Reads that are shared, a service that does not answer, and what the head of an answer tells. */
import { afterEach, describe, expect, it, vi } from 'vitest';
import { call } from '#lib/upstream/client.ts';
import { deadlineIn } from '#lib/upstream/deadline.ts';
import { isSandboxService, serviceClock } from '#lib/upstream/service-clock.ts';
import { recordBothVersions } from './support/both-versions.ts';
import { json } from './support/recorder.ts';

const [v1] = await recordBothVersions();

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
    // Twelve readings, each tried three times; the last three were not even begun.
    expect(asked).toBe(36);

    v1.answer((_, response) => json(response, { id: 1 }));
    expect(await read(1)).toMatchObject({ ok: false });
    expect(await call('getCampaign', { id: 1 }, { fresh: true })).toMatchObject({ ok: true });
    expect(v1.requests).toHaveLength(asked + 1);

    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 3_100 });
    const answers = await Promise.all([1, 2, 3, 4].map(read));
    expect(answers.every(({ ok }) => ok)).toBe(true);
  });

  it('is said to be what it was when it was left alone', async () => {
    v1.answer((_, response) => json(response, {}, 200));
    await call('getCampaign', { id: 1 });
    vi.spyOn(AbortSignal, 'timeout').mockImplementation(() =>
      AbortSignal.abort(new DOMException('The deadline passed.', 'TimeoutError')),
    );
    for (let id = 1; id <= 15; id++)
      expect(await call('getCampaign', { id })).toMatchObject({ failure: { kind: 'slow' } });
    vi.restoreAllMocks();
    expect(await call('getCampaign', { id: 1 })).toMatchObject({ failure: { kind: 'slow' } });
    expect(v1.requests).toHaveLength(1);
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
    expect(Math.abs(serviceClock() - theirs)).toBeLessThan(60_000);
  });

  it('tells whether it is the embedded service; an error in between does not', async () => {
    const answer = (code: number, headers: Record<string, string>) =>
      v1.answer((_, response) => {
        for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
        json(response, { id: 1 }, code);
      });
    answer(200, { 'x-mailroom-service': 'embedded' });
    await call('getCampaign', { id: 1 });
    expect(isSandboxService()).toBe(true);
    answer(502, {});
    await call('getCampaign', { id: 1 });
    expect(isSandboxService()).toBe(true);
    answer(200, {});
    await call('getCampaign', { id: 1 });
    expect(isSandboxService()).toBe(false);
  });
});

/** Tests how the console interprets every kind of response from the service. */
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { readFromService, sendToService } from '#lib/upstream/client.ts';
import { deadlineIn } from '#lib/upstream/deadline.ts';
import { failureFromError } from '#lib/upstream/failures.ts';
import { recordBothVersions } from './support/both-versions.ts';
import { respondJson } from './support/recorder.ts';
import { useSettings } from './support/settings.ts';

const [v1, v2] = await recordBothVersions();

describe('a failed call', () => {
  const createError = (code: string, syscall: string) => Object.assign(new Error(code), { code, syscall });

  it.each(['EHOSTUNREACH', 'ENETUNREACH', 'ECONNREFUSED'])(
    'has no effect if the connection was never established (%s)',
    (code) => {
      const failed = createError(code, 'connect');
      expect(failureFromError(failed).effect).toBe('none');
      expect(failureFromError(Object.assign(new AggregateError([failed]), { code })).effect).toBe('none');
    },
  );

  it.each(['EHOSTUNREACH', 'ENETUNREACH', 'ECONNRESET'])(
    'may have had an effect if the connection was already established (%s)',
    (code) => {
      expect(failureFromError(createError(code, 'read'))).toMatchObject({ effect: 'possible' });
      expect(failureFromError(createError(code, 'write'))).toMatchObject({
        failure: { kind: 'unreachable' },
      });
    },
  );
});

describe('calling the service', () => {
  const respondStatus = (code: number, body: unknown = {}) =>
    v1.respondWith((_, response) => respondJson(response, body, code));
  const read = () => readFromService('getCampaign', { id: 1 });
  const cancel = () => sendToService('cancelCampaign', { id: 1 });

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
  ])(
    'classifies a response with the status %i and reports whether the call may have had an effect',
    async (code, failure, effect) => {
      respondStatus(code);
      expect(await cancel()).toEqual({ ok: false, failure, effect });
      expect(v1.requests).toHaveLength(1);
      expect(await read()).toEqual({ ok: false, failure });
    },
  );

  it('returns the service’s error code if the code is valid, but never the service’s error message', async () => {
    respondStatus(402, { error: { code: 'card_declined', message: 'Your card <b>was</b> declined' } });
    expect(await read()).toMatchObject({ failure: { kind: 'refused', status: 402, code: 'card_declined' } });
    respondStatus(422, { error: { code: '<script>', message: 'x' } });
    expect(await read()).toMatchObject({ failure: { kind: 'refused', status: 422, code: undefined } });
  });

  it.each([301, 302, 303, 307, 308])('doesn’t follow a redirect with the status %i', async (code) => {
    v1.respondWith((_, response) => {
      response.writeHead(code, { location: `${v2.origin}/elsewhere` });
      response.end();
    });
    expect(await sendToService('cancelCampaign', { id: 3 })).toMatchObject({
      failure: { kind: 'garbled' },
      effect: 'possible',
    });
    expect(v1.requests).toHaveLength(1);
    expect(v2.requests).toEqual([]);
  });

  it.each([
    ['HTML', '<!doctype html><title>Hello</title>'],
    ['an empty body', ''],
    ['incomplete JSON', '{"id": 1, "sta'],
    ['another shape', '{"campaign": {"id": 1}}'],
    ['a list', '[1]'],
  ])(
    'reports that a 200 response with %s is garbled and that the request may have had an effect',
    async (_, body) => {
      v1.respondWith((_request, response) => {
        response.writeHead(200, { 'content-type': 'application/json' });
        response.end(body);
      });
      expect(await cancel()).toEqual({ ok: false, failure: { kind: 'garbled' }, effect: 'possible' });
      expect(await read()).toEqual({ ok: false, failure: { kind: 'garbled' } });
    },
  );

  it('accepts compressed responses', async () => {
    v1.respondWith((_, response) => {
      response.writeHead(200, { 'content-encoding': 'gzip' });
      response.end(gzipSync('{"id": 1}'));
    });
    expect(await read()).toMatchObject({ ok: true, value: { id: 1 } });
  });

  it('stops reading a response at 8 MB, even if the response is compressed', async () => {
    const nineMegabytes = Buffer.alloc(9 * 1024 * 1024, 32);
    v1.respondWith((_, response) => response.end(nineMegabytes));
    expect(await read()).toMatchObject({ failure: { kind: 'garbled' } });
    const bomb = gzipSync(Buffer.alloc(200 * 1024 * 1024, 32));
    v1.respondWith((_, response) => {
      response.writeHead(200, { 'content-encoding': 'gzip' });
      response.end(bomb);
    });
    expect(await read()).toMatchObject({ failure: { kind: 'garbled' } });
  });

  it('reports that the service is slow if a response misses the deadline, even if bytes keep arriving', async () => {
    v1.respondWith(() => undefined);
    const started = performance.now();
    expect(await sendToService('cancelCampaign', { id: 1 }, { deadline: deadlineIn(200) })).toEqual({
      ok: false,
      failure: { kind: 'slow' },
      effect: 'possible',
    });
    expect(await readFromService('getCampaign', { id: 1 }, { deadline: deadlineIn(200) })).toEqual({
      ok: false,
      failure: { kind: 'slow' },
    });
    expect(performance.now() - started, 'both calls end before the limit for response headers').toBeLessThan(
      6_000,
    );
    v1.respondWith((_, response) => {
      response.writeHead(200);
      const drip = setInterval(() => response.write(' '), 20);
      response.on('close', () => clearInterval(drip));
    });
    expect(await readFromService('getCampaign', { id: 2 }, { deadline: deadlineIn(300) })).toMatchObject({
      failure: { kind: 'slow' },
    });
  });

  it('stops waiting for a stalled response long before the deadline', async () => {
    const readWithLongDeadline = () =>
      readFromService('getCampaign', { id: 1 }, { deadline: deadlineIn(600_000), fresh: true });
    v1.respondWith(() => undefined);
    const withoutHeaders = readWithLongDeadline();
    await expect.poll(() => v1.requests).toHaveLength(1);
    v1.respondWith((_, response) => {
      response.writeHead(200);
      response.write('{');
    });
    const outcomes = await Promise.all([withoutHeaders, readWithLongDeadline()]);
    expect(outcomes).toMatchObject([{ failure: { kind: 'slow' } }, { failure: { kind: 'slow' } }]);
  }, 60_000);

  it('reports, if the connection breaks, that the service is unreachable and that the request may have had an effect', async () => {
    v1.respondWith((_, response) => {
      response.socket?.destroy();
    });
    expect(await sendToService('cancelCampaign', { id: 3 })).toEqual({
      ok: false,
      failure: { kind: 'unreachable' },
      effect: 'possible',
    });
    expect(v1.requests).toHaveLength(1);
  });

  it('reports that the service is unreachable if no connection can be established, and that the request had no effect', async () => {
    useSettings({});
    expect(await sendToService('cancelCampaign', { id: 3 })).toEqual({
      ok: false,
      failure: { kind: 'unreachable' },
      effect: 'none',
    });
    useSettings({ DIRECTMAIL_BASE_URL: 'https://no-such-host.invalid' });
    expect(await sendToService('cancelCampaign', { id: 3 })).toMatchObject({
      failure: { kind: 'unreachable' },
      effect: 'none',
    });
  });
});

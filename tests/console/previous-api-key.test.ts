/** Tests which calls use DIRECTMAIL_API_KEY_PREVIOUS after the mail service has rejected DIRECTMAIL_API_KEY. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { type OperationName, operations } from '#lib/contract/operations.ts';
import { type ReadOperation, readFromService, sendToService } from '#lib/upstream/client.ts';
import { closeConnections } from '#lib/upstream/connection.ts';
import { listenToKeyRejections } from '#lib/upstream/key-rejections.ts';
import { validInputs } from '../support/valid-requests.ts';
import { type Recorder, respondJson, startRecorder } from './support/recorder.ts';
import { ORIGIN, useSettings } from './support/settings.ts';

const [KEY, PREVIOUS] = ['new-key', 'previous-key'];
const TARGET = { customer: 1, template: 2, campaign: 3, origin: ORIGIN };
const EMAIL = 'member@mailroom.test';

let service: Recorder;
/** The keys that the service accepts. */
let accepted: readonly string[] = [];
const onRejection = vi.fn();

beforeAll(async () => {
  service = await startRecorder();
  service.respondWith(({ headers }, response) => {
    const key = headers.authorization?.split(' ')[1] ?? '';
    if (accepted.includes(key)) respondJson(response, { id: 1 });
    else respondJson(response, { error: { code: 'unauthorized' } }, 401);
  });
});
afterAll(async () => {
  await closeConnections();
  await service.close();
});
beforeEach(() => {
  service.requests.length = 0;
  onRejection.mockClear();
  listenToKeyRejections(onRejection);
  configure(PREVIOUS);
});
afterEach(() => listenToKeyRejections(undefined));

const configure = (previous: string | undefined) =>
  useSettings({
    DIRECTMAIL_BASE_URL: service.origin,
    DIRECTMAIL_BASE_URL_V2: service.origin,
    DIRECTMAIL_API_KEY: KEY,
    DIRECTMAIL_API_KEY_PREVIOUS: previous,
  });

const names = Object.keys(operations) as OperationName[];
const isRead = (name: OperationName): name is ReadOperation => operations[name].method === 'GET';

/** Calls an operation. @returns the status with which the call was refused, or null if it wasn't */
async function call(name: OperationName, isFresh = false): Promise<number | null> {
  const input = validInputs[name](TARGET);
  const result = isRead(name)
    ? await readFromService(name, input as never, { fresh: isFresh })
    : await sendToService(name, input as never, { email: EMAIL });
  return !result.ok && result.failure.kind === 'refused' ? result.failure.status : null;
}

/** Returns the key of each request that the service received. */
const usedKeys = () => service.requests.map(({ headers }) => headers.authorization?.split(' ')[1]);

describe('if the mail service accepts only the previous key', () => {
  beforeEach(() => {
    accepted = [PREVIOUS];
  });

  it.each(names.filter(isRead))('%s is sent once more, with the previous key', async (name) => {
    for (const isFresh of [false, true]) {
      service.requests.length = 0;
      expect(await call(name, isFresh)).toBeNull();
      expect(usedKeys()).toEqual([KEY, PREVIOUS]);
    }
  });

  it.each(names.filter((name) => !isRead(name)))('%s is refused, and isn’t sent again', async (name) => {
    expect(await call(name)).toBe(401);
    expect(usedKeys()).toEqual([KEY]);
  });

  it('admins learn that the key was rejected', async () => {
    await call('getCampaign');
    expect(onRejection).toHaveBeenCalledOnce();
  });
});

it('a read is retried only once if the mail service accepts neither key', async () => {
  accepted = [];
  expect(await call('getCampaign')).toBe(401);
  expect(usedKeys()).toEqual([KEY, PREVIOUS]);
  expect(onRejection).toHaveBeenCalledOnce();
});

it('the previous key isn’t used while the mail service accepts the current key', async () => {
  accepted = [KEY, PREVIOUS];
  expect(await call('getCampaign')).toBeNull();
  expect(usedKeys()).toEqual([KEY]);
  expect(onRejection).not.toHaveBeenCalled();
});

it('a read isn’t sent again if there is no previous key', async () => {
  accepted = [PREVIOUS];
  configure(undefined);
  expect(await call('getCampaign')).toBe(401);
  expect(usedKeys()).toEqual([KEY]);
});

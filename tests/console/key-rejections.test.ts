/** Tests that admins learn that the mail service rejected the API key. */
import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { getCampaign } from '#lib/data/campaigns.ts';
import { notifyAboutKey, startKeyWatch } from '#lib/notifications/key-watch.ts';
import { store } from '#lib/store/open.ts';
import { members } from '#lib/store/schema/members.ts';
import { keyRejections, notifications } from '#lib/store/schema/notifications.ts';
import { listenToKeyRejections } from '#lib/upstream/key-rejections.ts';
import { openOnTwoServers } from './support/databases.ts';
import { setUpHarness } from './support/harness.ts';
import { readOutbox, setUpNotifications } from './support/notifications.ts';

vi.mock('next/headers', () => import('./support/request.ts'));

const harness = setUpHarness();
const { addPaidDraft, deliverAndListEmails } = setUpNotifications(harness);
const SUBJECT = 'admin@mailroom.test: The mail service rejected the API key';
const REJECTION = { status: 401, body: { error: { code: 'unauthorized' } } };

beforeEach(async () => {
  await (await store()).delete(keyRejections);
});
afterEach(() => listenToKeyRejections(undefined));

const readKinds = async () => (await (await store()).select().from(notifications)).map(({ kind }) => kind);

describe('a call that the mail service rejects because of the key', () => {
  it('notifies all admins, and no one else', async () => {
    startKeyWatch(store);
    const { id } = addPaidDraft();
    harness.service.injectFault(`GET ${id}`, REJECTION);
    await harness.viewer(() => getCampaign(id));
    await vi.waitFor(async () => expect(await readKinds()).toEqual(['service.key_rejected']));
  });

  it.each([403, 409, 500])('isn’t confused with a call that fails with status %i', async (status) => {
    const listener = vi.fn();
    listenToKeyRejections(listener);
    const { id } = addPaidDraft();
    harness.service.injectFault(`GET ${id}`, { status, body: {} });
    await harness.viewer(() => getCampaign(id));
    expect(listener).not.toHaveBeenCalled();
  });
});

describe('the email about a rejected key', () => {
  it('is sent only once while rejections continue, but is sent again if a rejection follows an hour without rejections', async () => {
    const db = await store();
    const reject = async () => {
      await notifyAboutKey(db);
      harness.service.injectFault('GET templates', REJECTION);
      return deliverAndListEmails();
    };
    expect(await reject()).toEqual([SUBJECT]);
    expect(await reject()).toEqual([SUBJECT]);
    await db.update(keyRejections).set({ lastAt: sql`now() - interval '59 minutes'` });
    expect(await reject()).toEqual([SUBJECT]);
    await db.update(keyRejections).set({ lastAt: sql`now() - interval '61 minutes'` });
    expect(await reject()).toEqual([SUBJECT, SUBJECT]);
  });

  it('waits while the mail service can’t say whether the key works', async () => {
    await notifyAboutKey(await store());
    harness.service.injectFault('GET templates', { status: 403, body: {} });
    expect(await deliverAndListEmails()).toEqual([]);
    expect(await readOutbox()).toMatchObject([{ isOpen: true }]);
    await (await store()).update(notifications).set({ nextDeliveryAt: sql`now()` });
    harness.service.injectFault('GET templates', REJECTION);
    expect(await deliverAndListEmails()).toEqual([SUBJECT]);
  });

  it('isn’t sent if the key works again', async () => {
    await notifyAboutKey(await store());
    expect(await deliverAndListEmails()).toEqual([]);
  });

  it('is queued only once if two servers see rejections at the same time', { timeout: 60_000 }, async () => {
    const servers = await openOnTwoServers();
    const [{ db }] = servers;
    await db.insert(members).values({ email: 'admin@mailroom.test', role: 'admin' });
    await Promise.all(servers.flatMap((server) => [notifyAboutKey(server.db), notifyAboutKey(server.db)]));
    expect(await db.select().from(notifications)).toHaveLength(1);
  });
});

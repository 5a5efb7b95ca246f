/**
 * Tests that two consoles can be given a new secret and a new API key, one console after the other, without
 * losing a request, a session, or a link. tests/console/changing-secret.test.ts tests everything else that
 * depends on the secret.
 */
import { fetch } from 'undici';
import { afterAll, beforeAll, expect, it, onTestFinished, vi } from 'vitest';
import { createDraft } from '../support/campaigns.ts';
import { addShareLinks } from '../support/share-links.ts';
import { type Cluster, startCluster } from './support/cluster.ts';
import { type Load, startLoad } from './support/load.ts';

vi.setConfig({ testTimeout: 300_000, hookTimeout: 300_000 });

const OLD = 'gF7-first-secret-wq93mPzk2LxVb6Tn-of-these-consoles';
const NEW = 'Kd5-second-secret-8sYtRnQ4hWcJ0aUf-of-these-consoles';
const REQUESTS_BETWEEN = 40;
const LOAD_LIMIT = { timeout: 60_000 };

let cluster: Cluster;
beforeAll(async () => {
  cluster = await startCluster({
    consoles: 2,
    settings: { NEXTAUTH_SECRET: OLD, SHUTDOWN_DELAY_SECONDS: '3' },
  });
});
afterAll(() => cluster.close());

const requestsSucceed = (load: Load) =>
  expect.poll(() => load.count(), LOAD_LIMIT).toBeGreaterThan(load.count() + REQUESTS_BETWEEN);

/** Requests a page from each console directly, and returns the statuses of the responses. */
const viewAtEach = (cookie: string): Promise<readonly number[]> =>
  Promise.all(
    cluster.consoles.map(async ({ env }) => {
      const url = `http://127.0.0.1:${env.PORT}/campaigns`;
      return (await fetch(url, { headers: { cookie }, redirect: 'manual' })).status;
    }),
  );

/** Restarts one console after the other with changed settings. @param check runs after each restart */
async function restartEach(
  changes: Readonly<Record<string, string>>,
  check: () => Promise<void>,
): Promise<void> {
  for (const mailroom of cluster.consoles) {
    expect(await mailroom.stop()).toBe('exit code 0');
    mailroom.changeSettings(changes);
    await mailroom.start();
    await check();
  }
}

it('the secret changes without a failed request, a sign-out, or a lost link', async () => {
  const { id: campaignId } = await createDraft(cluster.service);
  const [mailroom] = cluster.consoles;
  if (!mailroom) throw new Error('There is no console.');
  const [token] = await addShareLinks(mailroom, [{ campaignId }]);
  const openLink = async () =>
    (await fetch(`${cluster.url}/share/${token}`, { dispatcher: cluster.dispatcher })).status;
  const readLinks = () => cluster.readPage(`/campaigns/${campaignId}`);
  const sessions = [await cluster.signIn('sender')];
  const load = await startLoad(cluster);
  onTestFinished(() => load.stop().then(() => undefined));
  await requestsSucceed(load);
  const check = async () => {
    await requestsSucceed(load);
    sessions.push(await cluster.signIn('sender'));
    for (const cookie of sessions) expect(await viewAtEach(cookie)).toEqual([200, 200]);
    expect(await openLink()).toBe(200);
    expect(await readLinks()).toContain(token);
  };
  await restartEach({ NEXTAUTH_SECRET_PREVIOUS: NEW }, check);
  await restartEach({ NEXTAUTH_SECRET: NEW, NEXTAUTH_SECRET_PREVIOUS: OLD }, check);
  const { failures, pages, actions } = await load.stop();
  expect(failures).toEqual([]);
  console.log(`${pages} pages, ${actions} actions, ${sessions.length} sessions, 0 failures`);

  // Without the previous secret, only sessions created with the new secret remain valid, but links keep
  // working.
  const latest = await cluster.signIn('sender');
  await restartEach({ NEXTAUTH_SECRET_PREVIOUS: '' }, async () => undefined);
  expect(await viewAtEach(latest)).toEqual([200, 200]);
  expect(await viewAtEach(sessions[0] ?? '')).toEqual([307, 307]);
  expect(await openLink()).toBe(200);
  const cookie = latest;
  const { dispatcher } = cluster;
  const page = await fetch(`${cluster.url}/campaigns/${campaignId}`, {
    dispatcher,
    headers: { cookie },
  });
  const html = await page.text();
  expect(html).not.toContain(token);
  expect(html).toContain('The URL can’t be shown again. Create a new link.');
});

it('the API key changes while pages are being read, and no call uses the previous key to change anything', async () => {
  const { service, consoles, dispatcher, url } = cluster;
  const cookie = await cluster.signIn('admin');
  const { id, customerId } = await createDraft(service);
  const read = async () =>
    (await fetch(`${url}/campaigns/${id}`, { dispatcher, headers: { cookie } })).status;
  const copy = async () => {
    const path = `/api/v1/campaigns/customers/${customerId}/campaigns/${id}/clone`;
    const response = await fetch(url + path, {
      method: 'POST',
      dispatcher,
      headers: { cookie, origin: url },
    });
    return response.status;
  };
  await restartEach(
    { DIRECTMAIL_API_KEY: 'a-key-that-does-not-work-yet', DIRECTMAIL_API_KEY_PREVIOUS: service.key },
    async () => expect(await read()).toBe(200),
  );
  await service.clearRequests();
  expect(await read()).toBe(200);
  expect(await copy()).toBeGreaterThanOrEqual(400);
  const copies = (await service.requests()).filter(({ path }) => path.endsWith('/clone'));
  expect(copies.map(({ headers }) => headers.authorization)).toEqual(['Bearer [wrong key]']);
  expect(consoles.some(({ printed }) => printed.join('').includes('but not the previous key'))).toBe(true);

  await restartEach(
    { DIRECTMAIL_API_KEY: service.key, DIRECTMAIL_API_KEY_PREVIOUS: 'a-key-that-was-deleted' },
    async () => expect(await read()).toBe(200),
  );
  expect(await copy()).toBe(200);
});

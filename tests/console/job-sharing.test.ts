/** Tests that bulk jobs email share links to campaigns' customers, and send each email at most once. */
import { eq, sql } from 'drizzle-orm';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { GET } from '#app/api/jobs/[id]/route.ts';
import { readGuestReview } from '#lib/data/guest/review.ts';
import { exportJob, listItemsByAddress, readJobSummary } from '#lib/data/job-results.ts';
import { createJob, retryRefused, stopJob } from '#lib/data/jobs.ts';
import { revokeCampaignShareLink } from '#lib/data/share-links.ts';
import type { JobAction } from '#lib/domain/job.ts';
import { sendDueShareEmails } from '#lib/email/share-emails.ts';
import { jobCsvRow } from '#lib/format/job-csv.ts';
import { workOnItem } from '#lib/jobs/items.ts';
import { createServiceState } from '#lib/jobs/service-state.ts';
import { dropSingleton } from '#lib/runtime/singleton.ts';
import { beginExit } from '#lib/runtime/unfinished-work.ts';
import { claimItem, recoverItems } from '#lib/store/job-work.ts';
import { findJob, type JobRow } from '#lib/store/jobs.ts';
import { updateMember } from '#lib/store/member-changes.ts';
import { store } from '#lib/store/open.ts';
import { shareEmails, shareLinks } from '#lib/store/schema/share-links.ts';
import { settleShareEmail, takeDueShareEmail } from '#lib/store/share-emails.ts';
import { addToken } from './support/api-tokens.ts';
import { addDraftWithProof } from './support/approval.ts';
import { setUpHarness } from './support/harness.ts';
import {
  endPause,
  expectValue,
  itemsOf,
  jobOf,
  makeJob,
  start,
  startNewJob,
  statesOf,
  work,
} from './support/jobs.ts';
import { addMember, asMember, type RunAs, signedOut } from './support/members.ts';
import { findMemberId, setUpNotifications } from './support/notifications.ts';
import { readEvents } from './support/security-events.ts';
import { ORIGIN } from './support/settings.ts';
import { newGuest } from './support/share-links.ts';
import { addCampaign } from './support/tiny-service.ts';

vi.mock('next/headers', () => import('./support/request.ts'));

const harness = setUpHarness();
const outbox = setUpNotifications(harness);
let nextId = 100;

/** Adds a draft that has a proof and belongs to this customer. */
const add = (customer = 7) => addDraftWithProof(harness.service, { id: nextId++, customer });
const addSome = (count: number) => Array.from({ length: count }, (_, i) => add(20 + i).id);
const emailOf = (customer: number) => `customer-${customer}@example.com`;

const SHARE = {
  kind: 'share',
  days: 14,
  visibleParts: { price: true, recipients: false, metadata: false },
  guestsDecide: true,
  message: 'Please look <b>soon</b>.',
} as const satisfies JobAction;

beforeEach(async () => {
  endPause();
  harness.service.customerEmails.clear();
  await (await store()).delete(shareLinks);
});

/** Sends the emails that are due, and then works on jobs. */
async function deliver(): Promise<void> {
  await sendDueShareEmails(await store());
  await work();
}

/** Makes emails due now if they would otherwise wait for another delivery attempt. */
const makeDue = async () => (await store()).update(shareEmails).set({ nextDeliveryAt: sql`now()` });

const linksOf = async (campaignId: number) =>
  (await store()).select().from(shareLinks).where(eq(shareLinks.campaignId, campaignId));
const openLinksOf = async (campaignId: number) =>
  (await linksOf(campaignId)).filter(({ revokedAt }) => revokedAt === null);
const recipients = () => outbox.smtpServer.emails.flatMap(({ to }) => to).sort();

async function rowOf(id: number): Promise<JobRow> {
  const row = await findJob(await store(), id);
  if (!row) throw new Error('There is no such job.');
  return row;
}

/** Returns the states and the error codes of a job's campaigns. */
const resultsOf = async (id: number, runAs: RunAs = harness.sender) =>
  (await itemsOf(runAs, id)).map(({ state, failure }) =>
    failure?.kind === 'refused' ? failure.code : (failure?.kind ?? state),
  );

describe('the review of a sharing job', () => {
  it('lists each address, and leaves out campaigns that can’t be shared', async () => {
    const [first, second, other] = [add(7).id, add(7).id, add(8).id];
    const withoutAddress = add(9).id;
    harness.service.customerEmails.set(9, 'no address');
    const withoutProof = addCampaign(harness.service, { id: nextId++, customer: 7 }).id;
    const ownerless = add(10).id;
    harness.service.customers.delete(10);
    const ids = [first, other, withoutAddress, withoutProof, ownerless, 999_999, second];
    const id = await makeJob(harness.sender, SHARE, ids);
    await work();
    expect(await statesOf(harness.sender, id)).toEqual([
      'ready',
      'ready',
      'no_email',
      'no_proof',
      'no_customer',
      'missing',
      'ready',
    ]);
    const shared = expectValue(await harness.viewer(() => listItemsByAddress(id, 10)));
    expect(shared.map(({ campaignId, email }) => [campaignId, email])).toEqual([
      [first, emailOf(7)],
      [second, emailOf(7)],
      [other, emailOf(8)],
    ]);
    const summary = expectValue(await harness.sender(() => readJobSummary(id)));
    expect(summary).toMatchObject({ campaigns: 3, addresses: 2, customers: 2 });
    expect(outbox.smtpServer.emails).toEqual([]);
    expect(await (await store()).select().from(shareLinks)).toEqual([]);
  });

  it('leaves out campaigns with a working link that was emailed to the same address', async () => {
    const [campaign, revoked] = [add(7).id, add(7).id];
    await startNewJob(harness.sender, SHARE, [campaign, revoked]);
    await work();
    await deliver();
    const [link] = await linksOf(revoked);
    await harness.sender(() => revokeCampaignShareLink(revoked, link?.id ?? ''));
    const statesOfNewJob = async () => {
      const id = await makeJob(harness.sender, SHARE, [campaign, revoked]);
      await work();
      return statesOf(harness.sender, id);
    };
    expect(await statesOfNewJob()).toEqual(['already_shared', 'ready']);
    harness.service.customerEmails.set(7, 'other@example.com');
    expect(await statesOfNewJob()).toEqual(['ready', 'ready']);
  });

  it('asks the member to type the number of campaigns if the job exceeds the limit, whatever the campaigns cost', async () => {
    harness.applySettings({
      SMTP_URL: outbox.smtpServer.url,
      MAIL_FROM: 'mailroom@console.test',
      BULK_CONFIRM_ABOVE: '1,5',
    });
    const numberFor = async (ids: readonly number[]) => {
      const id = await makeJob(harness.sender, SHARE, ids);
      await work();
      return (await jobOf(harness.sender, id)).numberToType;
    };
    expect(await numberFor(addSome(1))).toBeNull();
    expect(await numberFor(addSome(2))).toBe(2);
  });

  it('isn’t created without an email server', async () => {
    harness.applySettings({});
    const selection = { kind: 'ids', ids: addSome(1) } as const;
    expect(await harness.sender(() => createJob({ selection, action: SHARE }))).toMatchObject({
      ok: false,
      failure: { kind: 'invalid', fields: { selection: expect.any(String) } },
    });
  });
});

describe('sharing', () => {
  it('emails each customer a link that opens the proof', async () => {
    const [campaign, other] = [add(7).id, add(8).id];
    const id = await startNewJob(harness.sender, SHARE, [campaign, other]);
    await work();
    expect(await statesOf(harness.sender, id)).toEqual(['started', 'started']);
    await deliver();
    expect(await statesOf(harness.sender, id)).toEqual(['done', 'done']);
    expect((await jobOf(harness.sender, id)).state).toBe('ended');
    expect(recipients()).toEqual([emailOf(7), emailOf(8)]);
    const [email] = outbox.smtpServer.emails.filter(({ to }) => to.includes(emailOf(7)));
    expect(email?.subject).toBe('Your proof: Just listed');
    expect(email?.text).toContain('> Please look <b>soon</b>.');
    expect(email?.html).toContain('Please look &lt;b&gt;soon&lt;/b&gt;.');
    const token = new RegExp(`${ORIGIN}/share/([\\w-]{43})`).exec(email?.text ?? '')?.[1] ?? '';
    expect(email?.subject).not.toContain(token);
    const seen = await newGuest().run(() => readGuestReview(token, () => undefined));
    expect(seen).toMatchObject({ state: 'open', page: { ok: true, value: { title: 'Just listed' } } });
    const [link] = await linksOf(campaign);
    expect(link).toMatchObject({
      label: emailOf(7),
      visibleParts: SHARE.visibleParts,
      guestsDecide: true,
      by: 'sender@mailroom.test',
    });
    // Both emails are sent at the same time, so either can be recorded first.
    const events = (await readEvents(harness.admin, 'share_link.emailed')).slice(0, 2);
    expect(events.map(({ by, campaignId: of }) => `${by} ${of}`).sort()).toEqual(
      [campaign, other].map((of) => `sender@mailroom.test ${of}`),
    );
  });

  it('reports who got an email, in the CSV and in the API', async () => {
    const campaign = add(7).id;
    const id = await startNewJob(harness.sender, SHARE, [campaign]);
    await work();
    await deliver();
    const { chunks } = expectValue(await harness.viewer(() => exportJob(id)));
    for await (const [item] of chunks) expect(item && jobCsvRow(item)).toContain(emailOf(7));
    const get = (runAs: RunAs, headers: Record<string, string> = {}) =>
      runAs(async () => {
        const request = new Request(`${ORIGIN}/api/jobs/${id}`, { headers });
        return (await GET(request, { params: Promise.resolve({ id: String(id) }) })).json();
      });
    expect(await get(harness.viewer)).toMatchObject({ action: 'share', items: [{ email: emailOf(7) }] });
    const withScopes = async (scopes: readonly string[]) => {
      const { text } = await addToken('sender', { scopes } as never);
      return get(signedOut, { authorization: `Bearer ${text}` });
    };
    expect((await withScopes(['listCampaigns'])).items[0]).not.toHaveProperty('email');
    expect((await withScopes(['listCampaigns', 'getCustomer'])).items[0]).toHaveProperty('email');
  });

  it('refuses a campaign whose customer’s address has changed since the review', async () => {
    const campaign = add(7).id;
    const id = await startNewJob(harness.sender, SHARE, [campaign]);
    harness.service.customerEmails.set(7, 'new@example.com');
    await work();
    await deliver();
    expect(await resultsOf(id)).toEqual(['recipient_changed']);
    expect(await linksOf(campaign)).toEqual([]);
    expect(outbox.smtpServer.emails).toEqual([]);
  });

  it('refuses a campaign that an overlapping job has shared with the same address', async () => {
    const ids = addSome(8);
    const jobs = [await makeJob(harness.sender, SHARE, ids), await makeJob(harness.admin, SHARE, ids)];
    await work();
    expectValue(await start(harness.sender, jobs[0] ?? 0));
    expectValue(await start(harness.admin, jobs[1] ?? 0));
    await Promise.all([work(), work()]);
    await deliver();
    expect(recipients()).toEqual(ids.map((_, i) => emailOf(20 + i)).sort());
    const results = (await Promise.all(jobs.map((id) => resultsOf(id)))).flat();
    expect(results.filter((result) => result === 'done')).toHaveLength(8);
    expect(results.filter((result) => result === 'already_shared')).toHaveLength(8);
  });
});

describe('a sharing job on two servers', () => {
  it('sends one email per campaign if both servers work on the job and on its emails at the same time', async () => {
    const ids = addSome(12);
    const id = await startNewJob(harness.sender, SHARE, ids);
    const db = await store();
    await Promise.all([work(), work(), sendDueShareEmails(db), sendDueShareEmails(db)]);
    await Promise.all([deliver(), deliver()]);
    expect((await jobOf(harness.sender, id)).counts.done).toBe(12);
    expect(recipients()).toEqual(ids.map((_, i) => emailOf(20 + i)).sort());
    for (const campaign of ids) expect(await linksOf(campaign)).toHaveLength(1);
  });

  it('creates one link if the server without the lease continues after the other has finished', async () => {
    const campaign = add().id;
    const id = await startNewJob(harness.sender, SHARE, [campaign]);
    const db = await store();
    const item = await claimItem(db, id);
    if (!item) throw new Error('The item was not claimed.');
    await recoverItems(db, id);
    await work();
    await workOnItem(db, await rowOf(id), item, createServiceState());
    await deliver();
    expect(await statesOf(harness.sender, id)).toEqual(['done']);
    expect(await linksOf(campaign)).toHaveLength(1);
    expect(recipients()).toEqual([emailOf(7)]);
  });
});

describe('a server that dies', () => {
  it('leaves the email to the next server if the server dies before sending it', async () => {
    const campaign = add().id;
    const id = await startNewJob(harness.sender, SHARE, [campaign]);
    await work();
    // The next server puts back the items that haven't begun, and continues.
    await work();
    await deliver();
    expect(await statesOf(harness.sender, id)).toEqual(['done']);
    expect(await linksOf(campaign)).toHaveLength(1);
    expect(recipients()).toEqual([emailOf(7)]);
  });

  it('leaves an unknown outcome if the server dies while sending the email, which is then never sent again', async () => {
    const campaign = add().id;
    const id = await startNewJob(harness.sender, SHARE, [campaign]);
    await work();
    const db = await store();
    const taken = await takeDueShareEmail(db);
    await deliver();
    expect(await statesOf(harness.sender, id)).toEqual(['started']);
    await db.update(shareEmails).set({ takenAt: sql`now() - interval '3 minutes'` });
    await deliver();
    expect(await statesOf(harness.sender, id)).toEqual(['unknown']);
    expect((await jobOf(harness.sender, id)).state).toBe('ended');
    await harness.sender(() => retryRefused(id));
    await makeDue();
    await deliver();
    expect(outbox.smtpServer.emails).toEqual([]);
    expect(await openLinksOf(campaign)).toHaveLength(1);
    // The server was only paused, and learns that the email server accepted the email.
    if (taken) await db.transaction((tx) => settleShareEmail(tx, taken.email, 'sent'));
    expect(await statesOf(harness.sender, id)).toEqual(['done']);
  });
});

describe('a server that stops', () => {
  it('finishes the email that it is sending, and leaves the others to the next server', async () => {
    const ids = addSome(5);
    const id = await startNewJob(harness.sender, SHARE, ids);
    await work();
    onTestFinished(() => dropSingleton('unfinishedWork'));
    outbox.smtpServer.onReceived((count) => {
      if (count === 2) beginExit();
    });
    expect(await sendDueShareEmails(await store())).toBe(false);
    expect(recipients()).toHaveLength(2);
    dropSingleton('unfinishedWork');
    await deliver();
    expect(recipients()).toEqual(ids.map((_, i) => emailOf(20 + i)).sort());
    expect((await jobOf(harness.sender, id)).counts.done).toBe(5);
  });
});

describe('an email server', () => {
  it('is contacted three times if it is down, and a later retry sends one email', async () => {
    const campaign = add().id;
    const id = await startNewJob(harness.sender, SHARE, [campaign]);
    await work();
    await outbox.smtpServer.stop();
    for (let i = 0; i < 3; i++) {
      expect(await statesOf(harness.sender, id)).toEqual(['started']);
      await deliver();
      await makeDue();
    }
    expect(await resultsOf(id)).toEqual(['email_not_sent']);
    expect(await openLinksOf(campaign)).toEqual([]);
    await outbox.restartSmtpServer();
    await deliver();
    expect(outbox.smtpServer.emails).toEqual([]);
    expectValue(await harness.sender(() => retryRefused(id)));
    await work();
    await deliver();
    expect(await statesOf(harness.sender, id)).toEqual(['done']);
    expect(recipients()).toEqual([emailOf(7)]);
    expect(await openLinksOf(campaign)).toHaveLength(1);
  });

  it('doesn’t receive waiting emails if it is no longer set up, and the campaigns are refused', async () => {
    const campaign = add().id;
    const id = await startNewJob(harness.sender, SHARE, [campaign]);
    await work();
    harness.applySettings({});
    for (let i = 0; i < 3; i++) {
      await deliver();
      await makeDue();
    }
    expect(await resultsOf(id)).toEqual(['email_not_sent']);
  });
});

describe('an email that waits', () => {
  it('isn’t sent after a member revokes its link', async () => {
    const campaign = add().id;
    const id = await startNewJob(harness.sender, SHARE, [campaign]);
    await work();
    const [link] = await linksOf(campaign);
    await harness.sender(() => revokeCampaignShareLink(campaign, link?.id ?? ''));
    await deliver();
    expect(await resultsOf(id)).toEqual(['link_closed']);
    expect(outbox.smtpServer.emails).toEqual([]);
  });

  it('isn’t sent after its member is demoted, and no other link is created', async () => {
    const member = await addMember('fifth@mailroom.test', 'sender');
    const runAs = await asMember(member);
    const [first, second] = [add(7).id, add(8).id];
    const waiting = await startNewJob(runAs, SHARE, [first]);
    await work();
    const stopped = await startNewJob(runAs, SHARE, [second]);
    await updateMember(await store(), await findMemberId('admin@mailroom.test'), member.id, 'viewer');
    await deliver();
    expect(await resultsOf(waiting, harness.admin)).toEqual(['link_closed']);
    expect(await jobOf(harness.admin, stopped)).toMatchObject({
      state: 'stopped',
      stopReason: 'lost_permission',
    });
    expect(await linksOf(second)).toEqual([]);
    expect(outbox.smtpServer.emails).toEqual([]);
  });

  it('isn’t queued by a server that continues after the job is stopped', async () => {
    const campaign = add().id;
    const id = await startNewJob(harness.sender, SHARE, [campaign]);
    const db = await store();
    const item = await claimItem(db, id);
    if (!item) throw new Error('The item was not claimed.');
    expectValue(await harness.sender(() => stopJob(id)));
    await workOnItem(db, await rowOf(id), item, createServiceState());
    await deliver();
    expect(await statesOf(harness.sender, id)).toEqual(['ready']);
    expect(await linksOf(campaign)).toEqual([]);
  });

  it('is sent even if the job is stopped, and no other link is created', async () => {
    const ids = addSome(2);
    const id = await makeJob(harness.sender, SHARE, ids);
    await work();
    expectValue(await start(harness.sender, id));
    const db = await store();
    const item = await claimItem(db, id);
    if (!item) throw new Error('The item was not claimed.');
    await workOnItem(db, await rowOf(id), item, createServiceState());
    expectValue(await harness.sender(() => stopJob(id)));
    await deliver();
    await work();
    expect((await jobOf(harness.sender, id)).state).toBe('stopped');
    expect(await statesOf(harness.sender, id)).toEqual(['done', 'ready']);
    expect(recipients()).toEqual([emailOf(20)]);
  });
});

/**
 * Starts two consoles that share one PostgreSQL database, and creates bulk jobs in that database. The consoles call the
 * mail service through a proxy that records every call.
 */
import { eq } from 'drizzle-orm';
import { expect } from 'vitest';
import type { Campaign } from '#lib/contract/resources.ts';
import type { JobAction, JobState } from '#lib/domain/job.ts';
import { retryRefusedItems } from '#lib/store/job-work.ts';
import { insertJob, lockJob, setRunning } from '#lib/store/jobs.ts';
import { findMemberByEmail } from '#lib/store/members.ts';
import { openStore } from '#lib/store/open.ts';
import { saveOwners } from '#lib/store/owners.ts';
import { attempts } from '#lib/store/schema/attempts.ts';
import { jobItems, jobs } from '#lib/store/schema/jobs.ts';
import { createDraft } from '../support/campaigns.ts';
import { memberEmail, type RunningConsole, startTestConsole } from '../support/console.ts';
import { startPostgres } from '../support/postgres.ts';
import { startTestService } from '../support/service.ts';
import { startInterferingProxy } from './interfering-proxy.ts';

/** How long a job may take. If a console is killed during a call, the call is abandoned after 30 seconds. */
const JOB_LIMIT = { timeout: 240_000, interval: 200 };

export type JobConsoles = Awaited<ReturnType<typeof startJobConsoles>>;

export async function startJobConsoles({ consoles: count = 2, campaigns = 40 } = {}) {
  const [postgres, service] = await Promise.all([
    startPostgres(),
    startTestService({ campaigns, args: ['--no-render', '--monthly-invoice'] }),
  ]);
  const proxy = await startInterferingProxy(service.url);
  const settings = {
    DATABASE_URL: postgres.url,
    NEXTAUTH_SECRET: `canary-${crypto.randomUUID()}-shared`,
    DIRECTMAIL_MONTHLY_INVOICE: 'true',
    DIRECTMAIL_SYNC_CALLS_PER_MINUTE: '1200',
    LOG_LEVEL: 'silent',
  };
  const all: RunningConsole[] = [];
  for (let i = 0; i < count; i++)
    all.push(await startTestConsole({ url: proxy.url, key: service.key }, settings));
  const own = await openStore({ databaseUrl: postgres.url, dataFolder: '' });
  const { db } = own;
  const scoped = (customerId: number, id: number) => `/v1/campaigns/customers/${customerId}/campaigns/${id}`;

  return {
    service,
    proxy,
    all,
    db,
    /**
     * Makes copies of a draft, and records the copies' customer in the consoles' database, as a sweep would.
     */
    async addDrafts(drafts: number): Promise<readonly Campaign[]> {
      const { id, customerId } = await createDraft(service);
      const added: Campaign[] = [];
      for (let i = 0; i < drafts; i++)
        added.push(await service.call<Campaign>('POST', `${scoped(customerId, id)}/clone`));
      await saveOwners(
        db,
        customerId,
        added.map((campaign) => campaign.id),
      );
      return added;
    },
    /** Creates a job as a member, and waits until the consoles have read all its campaigns. */
    async makeJob(role: 'sender' | 'admin', action: JobAction, ids: readonly number[]): Promise<number> {
      const member = await findMemberByEmail(db, memberEmail(role));
      if (!member) throw new Error('There is no such member.');
      const job = { action, memberId: member.id, by: member.email, from: null };
      const id = await db.transaction((tx) => insertJob(tx, job, ids));
      await expect.poll(() => stateOf(id), JOB_LIMIT).toBe('ready_for_review');
      return id;
    },
    start: (id: number) =>
      db.transaction(async (tx) => {
        await lockJob(tx, id);
        await setRunning(tx, id);
      }),
    /** Resumes a stopped job, and also retries its refused campaigns. */
    retry: (id: number) =>
      db.transaction(async (tx) => {
        await lockJob(tx, id);
        await retryRefusedItems(tx, id);
        await setRunning(tx, id);
      }),
    stateOf,
    itemsOf: (id: number) => db.select().from(jobItems).where(eq(jobItems.jobId, id)),
    attemptsOf: (campaignId: number) => db.select().from(attempts).where(eq(attempts.campaignId, campaignId)),
    close: async () => {
      await Promise.all(all.map((mailroom) => mailroom.remove()));
      await own.close();
      await proxy.close();
      await service.remove();
      await postgres.stop();
    },
  };

  async function stateOf(id: number): Promise<JobState | undefined> {
    const [row] = await db.select({ state: jobs.state }).from(jobs).where(eq(jobs.id, id));
    return row?.state;
  }
}

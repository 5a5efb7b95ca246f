/**
 * Tests how many SQL statements a status request runs. Every open campaign page sends a status request every
 * few seconds.
 */
import { sql } from 'drizzle-orm';
import { NoopLogger } from 'drizzle-orm/logger';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { GET as getCheckout } from '#app/api/campaigns/[id]/checkout/route.ts';
import { GET as getStatus } from '#app/api/campaigns/[id]/status/route.ts';
import { beginAttempt, claimAttempt } from '#lib/store/attempts.ts';
import { findMemberByEmail } from '#lib/store/members.ts';
import { store } from '#lib/store/open.ts';
import { listenToResponses } from '#lib/upstream/response-listener.ts';
import { setUpHarness } from './support/harness.ts';
import type { RunAs } from './support/members.ts';
import { ORIGIN } from './support/settings.ts';
import { addCampaign } from './support/tiny-service.ts';

vi.mock('next/headers', () => import('./support/request.ts'));

const harness = setUpHarness();
const CAMPAIGN = 50_000;

// The campaign index records responses in the background, after the request.
beforeAll(() => listenToResponses(undefined));

const fetchStatus = (runAs: RunAs) =>
  runAs(() =>
    getStatus(new Request(`${ORIGIN}/api/campaigns/${CAMPAIGN}/status`), {
      params: Promise.resolve({ id: String(CAMPAIGN) }),
    }),
  );

const fetchCheckout = (runAs: RunAs) =>
  runAs(() =>
    getCheckout(new Request(`${ORIGIN}/api/campaigns/${CAMPAIGN}/checkout`), {
      params: Promise.resolve({ id: String(CAMPAIGN) }),
    }),
  );

/**
 * Returns the SQL statements that run during `work`. Spies on NoopLogger, because a database without a logger
 * passes every statement to NoopLogger.
 */
async function recordStatements(work: () => Promise<unknown>): Promise<string[]> {
  const log = vi.spyOn(NoopLogger.prototype, 'logQuery');
  try {
    await work();
    return log.mock.calls.map((args: readonly unknown[]) => String(args[0]));
  } finally {
    log.mockRestore();
  }
}

const isWrite = (statement: string) => /^\s*(insert|update|delete)\b/i.test(statement);

beforeEach(async () => {
  addCampaign(harness.service, { id: CAMPAIGN });
  await (await store()).execute(sql`delete from attempts`);
});

/** Makes every session appear unused for the given time, such as `2 hours`. */
async function leaveUnused(time: string): Promise<void> {
  await (await store()).execute(sql`update sessions set last_used_at = now() - ${time}::interval`);
}

async function startSend(startedAgo: string): Promise<void> {
  const db = await store();
  const memberId = (await findMemberByEmail(db, 'sender@mailroom.test'))?.id ?? '';
  const attempt = await claimAttempt(db, {
    campaignId: CAMPAIGN,
    lockScope: 'mail',
    operation: 'sendCampaign',
    memberId,
    by: 'sender@mailroom.test',
    amount: null,
  });
  await beginAttempt(db, attempt?.id ?? '', {
    before: { status: 'draft', scheduledAt: null },
    serviceTime: Date.now(),
  });
  await db.execute(sql`update attempts set started_at = now() - ${startedAgo}::interval`);
}

describe('polling a campaign', () => {
  it('runs at most three SQL statements, without any writes, if no attempt is due', async () => {
    await fetchStatus(harness.viewer);
    const statements = await recordStatements(() => fetchStatus(harness.viewer));
    expect(statements.filter(isWrite)).toEqual([]);
    expect(statements.length).toBeLessThanOrEqual(3);
    // With the embedded database, the session is read from a copy that stays current until the copied tables
    // change.
    expect(statements.filter((statement) => statement.includes('"members"'))).toEqual([]);
  });

  it('doesn’t write to the database while an attempt is still in flight', async () => {
    await startSend('10 seconds');
    const statements = await recordStatements(() => fetchStatus(harness.viewer));
    expect(statements.filter(isWrite)).toEqual([]);
    expect(statements.length).toBeLessThanOrEqual(3);
  });

  it('settles an attempt whose server died', async () => {
    await startSend('1 minute');
    addCampaign(harness.service, { id: CAMPAIGN, status: 'queued' });
    const response = await fetchStatus(harness.viewer);
    expect(await response.json()).toMatchObject({ attempts: [{ state: 'done', settledBy: 'reading' }] });
  });

  it('doesn’t count as use of the session, so an idle session expires even while a page is open', async () => {
    await leaveUnused('7 hours 59 minutes');
    const statements = await recordStatements(() => fetchStatus(harness.viewer));
    expect(statements.filter(isWrite)).toEqual([]);
    await leaveUnused('8 hours');
    expect((await fetchStatus(harness.viewer)).status).toBe(401);
    expect((await fetchCheckout(harness.sender)).status).toBe(401);
    await leaveUnused('0 hours');
  });

  it('reads the member only once per checkout request', async () => {
    const statements = await recordStatements(() => fetchCheckout(harness.sender));
    expect(statements.filter((statement) => statement.includes('"members"'))).toHaveLength(1);
  });

  it('refuses a member who has been disabled since the last request', async () => {
    expect((await fetchStatus(harness.viewer)).status).toBe(200);
    const db = await store();
    await db.execute(sql`update members set disabled_at = now() where role = 'viewer'`);
    expect((await fetchStatus(harness.viewer)).status).toBe(401);
    await db.execute(sql`update members set disabled_at = null where role = 'viewer'`);
  });
});

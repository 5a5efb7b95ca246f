/** Tests what an admin and a monitoring system learn about a console's health. */
import { beforeEach, expect, it, vi } from 'vitest';
import { readHealth } from '#lib/data/health.ts';
import type { HealthReport } from '#lib/monitoring/health-report.ts';
import { dropSingleton } from '#lib/runtime/singleton.ts';
import { takeLease } from '#lib/store/leases.ts';
import { store } from '#lib/store/open.ts';
import { attempts } from '#lib/store/schema/attempts.ts';
import { DAY_MS } from '#lib/time-units.ts';
import { setUpHarness } from '../console/support/harness.ts';
import { EMAIL_SETTINGS } from '../console/support/settings.ts';
import { setUpMetrics } from './support/metrics.ts';

vi.mock('next/headers', () => import('../console/support/request.ts'));

const harness = setUpHarness();
const { url } = setUpMetrics();
beforeEach(() => {
  harness.applySettings({});
  dropSingleton('mailServiceCheck');
});

const readReport = async () => (await (await fetch(`${url()}/health`)).json()) as HealthReport;

it('reports the release, the schema, the mail service, and the age of the oldest unknown attempt', async () => {
  harness.applySettings(EMAIL_SETTINGS);
  const db = await store();
  await takeLease(db, 'reconciler', crypto.randomUUID(), 60_000);
  const startedAt = new Date(Date.now() - DAY_MS);
  await db.insert(attempts).values([
    {
      campaignId: 1,
      operation: 'sendCampaign',
      lockScope: 'mail',
      state: 'unknown',
      by: 'a@b.c',
      startedAt,
    },
    { campaignId: 2, operation: 'sendCampaign', lockScope: 'mail', state: 'unknown', by: 'a@b.c' },
    {
      campaignId: 3,
      operation: 'sendCampaign',
      lockScope: 'mail',
      state: 'open',
      by: 'a@b.c',
      startedAt,
    },
  ]);
  const report = await readReport();
  expect(report).toMatchObject({
    status: 'ready',
    reason: null,
    version: expect.stringMatching(/^\d+\.\d+\.\d+/),
    database: {
      schema: { newestMigration: expect.stringMatching(/^\d{4}-/) },
      hasReconciler: true,
      unknownAttempts: 2,
      outbox: { due: 0, scheduled: 0, oldestDueSeconds: 0 },
    },
    mailService: { isReachable: true, responseMs: expect.any(Number), breaker: 'closed' },
  });
  expect(report.database?.oldestUnknownSeconds).toBeGreaterThanOrEqual(DAY_MS / 1_000);
  expect(Math.abs(report.mailService.clockOffsetSeconds)).toBeLessThan(60);
});

it('reports that the mail service isn’t reachable, and calls it at most once every five seconds', async () => {
  harness.applySettings({ DIRECTMAIL_BASE_URL: 'http://127.0.0.1:9' });
  const [first] = await Promise.all(Array.from({ length: 20 }, readReport));
  expect(first?.mailService).toMatchObject({ isReachable: false, responseMs: null });
  expect(first?.status).toBe('ready');
  harness.applySettings({});
  expect((await readReport()).mailService.isReachable).toBe(false);
});

it('the health report is only for admins', async () => {
  expect(await harness.sender(() => readHealth())).toEqual({ ok: false, failure: { kind: 'forbidden' } });
  const allowed = await harness.admin(() => readHealth());
  expect(allowed.ok && allowed.value.status).toBe('ready');
});

/** Reads the data for notifications about bulk jobs and payment runs. */
import 'server-only';
import { eq, inArray } from 'drizzle-orm';
import type { Database } from '#lib/database/open.ts';
import type { ContentOf } from '#lib/domain/notification-content.ts';
import { countItems } from './job-items.ts';
import { countUnscheduled } from './job-reschedules.ts';
import { attempts } from './schema/attempts.ts';
import { jobs } from './schema/jobs.ts';
import { paymentRunItems as items } from './schema/payment-runs.ts';

/** Returns the jobs that have ended or were stopped, with the number of campaigns in each state. */
export async function queryNotifiedJobs(
  db: Database,
  ids: readonly number[],
): Promise<{ readonly ended: ContentOf<'job.ended'>[]; readonly stopped: ContentOf<'job.stopped'>[] }> {
  if (ids.length === 0) return { ended: [], stopped: [] };
  const [rows, counts] = await Promise.all([
    db
      .select()
      .from(jobs)
      .where(inArray(jobs.id, [...ids])),
    countItems(db, ids),
  ]);
  const unscheduled = new Map<number, number>();
  for (const { id, action } of rows)
    if (action.kind === 'reschedule') unscheduled.set(id, await countUnscheduled(db, id));
  const known = rows.map((job) => {
    const { done = 0, refused = 0, unknown = 0, ready = 0, started = 0 } = counts.get(job.id) ?? {};
    return { ...job, done, refused, unknown, ready, campaigns: done + refused + unknown + ready + started };
  });
  return {
    ended: known.flatMap(({ id, action: { kind }, done, refused, unknown, endedAt }) =>
      endedAt === null
        ? []
        : [
            {
              event: 'job.ended',
              id,
              kind,
              done,
              refused,
              unknown,
              unscheduled: unscheduled.get(id) ?? 0,
              at: endedAt.getTime(),
            },
          ],
    ),
    stopped: known.map(
      ({ id, action: { kind }, by, campaigns, ready: left, state, stoppedAt, createdAt }) => {
        const isStopped = state === 'stopping' || state === 'stopped';
        const at = (stoppedAt ?? createdAt).getTime();
        return { event: 'job.stopped', id, kind, by, campaigns, left, isStopped, at };
      },
    ),
  };
}

/** Returns the payment-run campaigns that have these keys, and the reasons they weren't scheduled. */
export const queryFailedRunSends = (db: Database, sendKeys: readonly string[]) =>
  db
    .select({
      id: items.sendKey,
      runId: items.runId,
      campaignId: items.campaignId,
      failure: items.sendFailure,
      endedAt: items.sendEndedAt,
      attemptState: attempts.state,
    })
    .from(items)
    .leftJoin(attempts, eq(attempts.itemKey, items.sendKey))
    .where(inArray(items.sendKey, [...sendKeys]));

export type FailedRunSend = Awaited<ReturnType<typeof queryFailedRunSends>>[number];

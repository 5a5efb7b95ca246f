/**
 * The member for whom background work makes its calls: the member who made a bulk job, or who pays in a payment
 * run.
 */
import 'server-only';
import { AsyncLocalStorage } from 'node:async_hooks';
import { singleton } from '#lib/runtime/singleton.ts';
import type { MemberRow } from '#lib/store/members.ts';

export interface JobCaller {
  /** The key of the only attempt that the work may make. */
  readonly attemptKey: string;
  /** The member, as just read. */
  readonly member: MemberRow;
  /** The IP address from which the member asked for the work. */
  readonly address: string | null;
}

const current = () => singleton('jobCaller', () => new AsyncLocalStorage<JobCaller>());

/** Runs `work` as the member, without a request. */
export const runAsJobMember = <T>(caller: JobCaller, work: () => Promise<T>): Promise<T> =>
  current().run(caller, work);

/** Returns the caller for whom the current work is done, or null if the work handles a request. */
export const currentJobCaller = (): JobCaller | null => current().getStore() ?? null;

/** The bulk job for which background work makes its calls. The calls are made as the member who made the job. */
import 'server-only';
import { AsyncLocalStorage } from 'node:async_hooks';
import { singleton } from '#lib/runtime/singleton.ts';
import type { MemberRow } from '#lib/store/members.ts';

export interface JobCaller {
  readonly jobId: number;
  /** The key of the only attempt that the work may make. */
  readonly attemptKey: string;
  /** The member who made the job, as just read. */
  readonly member: MemberRow;
  /** The IP address from which the member made the job. */
  readonly address: string | null;
}

const current = () => singleton('jobCaller', () => new AsyncLocalStorage<JobCaller>());

/** Runs `work` as the member who made a job, without a request. */
export const runAsJobMember = <T>(caller: JobCaller, work: () => Promise<T>): Promise<T> =>
  current().run(caller, work);

/** Returns the job that the current work belongs to, or null if the work handles a request. */
export const currentJobCaller = (): JobCaller | null => current().getStore() ?? null;

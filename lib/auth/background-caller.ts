/**
 * The member on whose behalf background work makes its calls: the member who created a bulk job, or the
 * member who pays in a payment run.
 */
import 'server-only';
import { AsyncLocalStorage } from 'node:async_hooks';
import type { ItemKind } from '#lib/domain/attempt.ts';
import { singleton } from '#lib/runtime/singleton.ts';
import type { MemberRow } from '#lib/store/members.ts';

export interface BackgroundCaller {
  /** Whether the work is part of a bulk job or a payment run. */
  readonly itemKind: ItemKind;
  /**
   * The key of the job's or run's item. Only one attempt can have this key, and that is the only attempt that
   * the work can make.
   */
  readonly itemKey: string;
  /** The member, as just read. */
  readonly member: MemberRow;
  /** The IP address from which the member requested the work. */
  readonly address: string | null;
}

const current = () => singleton('backgroundCaller', () => new AsyncLocalStorage<BackgroundCaller>());

/** Runs `work` as the caller's member, without a request. */
export const runInBackground = <T>(caller: BackgroundCaller, work: () => Promise<T>): Promise<T> =>
  current().run(caller, work);

/** Returns the caller of the current background work, or null if the current work handles a request. */
export const currentBackgroundCaller = (): BackgroundCaller | null => current().getStore() ?? null;

/** Describes a job's progress. Kept small, because open pages load it. */
import type { JobState } from '#lib/domain/job.ts';
import { formatCount, formatPlural } from './text.ts';

const MINUTE_S = 60;
const HOUR_S = 60 * MINUTE_S;

/** Returns text such as “About 3 min left”. Returns undefined if the time isn't known or the job isn't running. */
export function describeSecondsLeft(state: JobState, seconds: number | null): string | undefined {
  if (seconds === null || (state !== 'running' && state !== 'checking')) return undefined;
  if (seconds < MINUTE_S) return 'Less than a minute left';
  if (seconds < HOUR_S) return `About ${Math.round(seconds / MINUTE_S)} min left`;
  return `About ${formatPlural(Math.round(seconds / HOUR_S), 'hour')} left`;
}

export interface ProgressNumbers {
  readonly state: JobState;
  readonly total: number;
  readonly finished: number;
  readonly refused: number;
  readonly unknown: number;
  readonly secondsLeft: number | null;
}

/**
 * Returns what a screen reader announces, such as “Running. 159 of 239 finished. 6 refused, 2 with an unknown outcome.”
 * @param stateName such as “Running”
 */
export function describeProgress(
  { state, total, finished, refused, unknown }: ProgressNumbers,
  stateName: string,
): string {
  if (state === 'checking' || state === 'ready_for_review') return `${stateName}.`;
  const results = [
    refused > 0 && `${formatCount(refused)} refused`,
    unknown > 0 && `${formatCount(unknown)} with an unknown outcome`,
  ].filter(Boolean);
  const details = results.length > 0 ? ` ${results.join(', ')}.` : '';
  return `${stateName}. ${formatCount(finished)} of ${formatCount(total)} finished.${details}`;
}

/**
 * Progress is announced when the job's state changes, after each quarter of its campaigns, and at the first
 * unknown outcome. Announcing every campaign would be too noisy.
 */
export const announcedStep = ({ state, total, finished, unknown }: ProgressNumbers): string =>
  `${state} ${total === 0 ? 0 : Math.floor((4 * finished) / total)} ${unknown > 0}`;

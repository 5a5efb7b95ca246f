/**
 * The colors and icons for a job's results. Rendered on the server, so they aren't part of a page's scripts.
 */
import type { ResultTone } from '#lib/format/job.ts';

export const RESULT_TONES: Readonly<Record<ResultTone, string>> = {
  green: 'text-green',
  red: 'text-red',
  amber: 'text-amber',
  blue: 'text-blue',
  muted: 'text-muted',
};

/** SVG paths on a 20 × 20 grid: done, refused, unknown, started, and not started. */
export const RESULT_ICONS: Readonly<Record<ResultTone, string>> = {
  green: 'm4.5 10.6 3.7 3.7 7.3-8.4',
  red: 'm5 5 10 10M15 5 5 15',
  amber: 'M10 17a7 7 0 1 0 0-14 7 7 0 0 0 0 14M8 8.2a2.1 2.1 0 1 1 3 2c-.7.4-1 .8-1 1.5M10 13.7v.1',
  blue: 'M10 17a7 7 0 1 0 0-14 7 7 0 0 0 0 14M10 6.2V10l2.6 1.7',
  muted: 'M10 16.5a6.5 6.5 0 1 0 0-13 6.5 6.5 0 0 0 0 13',
};

/** The text that lists show for a filter that selects a bulk job's campaigns. */
import type { JobFilter } from '#lib/domain/index-filter.ts';

const RESULT_NAMES: Readonly<Record<JobFilter['result'], string>> = {
  left_out: 'left out',
  refused: 'refused',
  unknown: 'outcome unknown',
  copies: 'copies',
};

/** Such as “#57, left out”. */
export const describeJobFilter = ({ id, result }: JobFilter): string => `#${id}, ${RESULT_NAMES[result]}`;

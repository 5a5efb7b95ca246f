import type { V1Status, V2Status } from '#lib/contract/campaign-values.ts';
import { MISSING } from './text.ts';

export type Tone = 'muted' | 'amber' | 'blue' | 'green';

export interface StatusFacts {
  readonly label: string;
  readonly tone: Tone;
}

/** The v1 and v2 statuses. Statuses are never converted between v1 and v2 (part 3). */
const STATUSES: Readonly<Record<V1Status | V2Status, StatusFacts>> = {
  draft: { label: 'Draft', tone: 'muted' },
  queued: { label: 'Queued', tone: 'amber' },
  processing: { label: 'Processing', tone: 'blue' },
  sent: { label: 'Sent', tone: 'blue' },
  mailed: { label: 'Mailed', tone: 'green' },
  in_queue: { label: 'In queue', tone: 'amber' },
  in_production: { label: 'In production', tone: 'blue' },
  in_transit: { label: 'In transit', tone: 'blue' },
  in_local_area: { label: 'In local area', tone: 'blue' },
  processed_for_delivery: { label: 'Processed for delivery', tone: 'green' },
};

/**
 * Returns a status's label and tone. The service can return any status, and an unknown status is shown
 * unchanged.
 */
export function describeStatus(status: string | undefined): StatusFacts {
  if (status === undefined || status === '') return { label: MISSING, tone: 'muted' };
  return Object.hasOwn(STATUSES, status)
    ? STATUSES[status as V1Status | V2Status]
    : { label: status, tone: 'muted' };
}

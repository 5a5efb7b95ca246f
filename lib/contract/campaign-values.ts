/** The documented values of campaigns' fields (parts 2 and 3). Separate from the schemas, so that browsers can use them. */

export const V1_STATUSES = ['draft', 'queued', 'processing', 'sent', 'mailed'] as const;
export type V1Status = (typeof V1_STATUSES)[number];
export const V2_STATUSES = [
  'draft',
  'in_queue',
  'mailed',
  'in_production',
  'in_transit',
  'in_local_area',
  'processed_for_delivery',
] as const;
export type V2Status = (typeof V2_STATUSES)[number];

export const TARGETING_METHODS = ['map', 'csv', 'all'] as const;

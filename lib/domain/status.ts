import type { V1Status } from '#lib/contract/campaign-values.ts';

/** The v1 statuses of campaigns that the team has sent. */
const SENT: ReadonlySet<string> = new Set<V1Status>(['queued', 'processing', 'sent', 'mailed']);

export const isSent = (status: string | undefined): boolean => status !== undefined && SENT.has(status);

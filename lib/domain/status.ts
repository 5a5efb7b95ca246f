import type { V1Status } from '#lib/contract/resources.ts';

/** The v1 statuses of a campaign that has been sent, from queued on. */
const SENT: ReadonlySet<string> = new Set<V1Status>(['queued', 'processing', 'sent', 'mailed']);

export const isSent = (status: string | undefined): boolean => status !== undefined && SENT.has(status);

import type { V1Status } from '#lib/contract/resources.ts';

/** The v1 statuses from queued onward, which mean that the team has sent the campaign. */
const SENT: ReadonlySet<string> = new Set<V1Status>(['queued', 'processing', 'sent', 'mailed']);

export const isSent = (status: string | undefined): boolean => status !== undefined && SENT.has(status);

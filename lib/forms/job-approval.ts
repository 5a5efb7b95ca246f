/** The form in which a second member approves several campaigns in a job. */
import { z } from 'zod';
import { parseId } from '#lib/contract/ids.ts';

/** The number of campaigns on a page. Reading a campaign with its files takes time. */
export const APPROVALS_PER_PAGE = 12;

/** The name of a campaign's checkbox. */
export const approvalField = (index: number) => `campaign_${index}` as const;

const MAX_VALUE_LENGTH = 120;

export const approvalFields = Object.fromEntries(
  Array.from({ length: APPROVALS_PER_PAGE }, (_, i) => [
    approvalField(i),
    z
      .string()
      .max(MAX_VALUE_LENGTH)
      .regex(/^[1-9]\d{0,15}:[\w-]+$/)
      .optional(),
  ]),
);

export interface SeenContent {
  readonly campaignId: number;
  /** The fingerprint of the content that the member saw. */
  readonly fingerprint: string;
}

/** Returns the value of a campaign's checkbox. */
export const approvalValue = ({ campaignId, fingerprint }: SeenContent): string =>
  `${campaignId}:${fingerprint}`;

/** Returns the campaigns whose checkboxes were checked. */
export function readApprovals(input: Readonly<Record<string, string | undefined>>): readonly SeenContent[] {
  return Array.from({ length: APPROVALS_PER_PAGE }, (_, i) => input[approvalField(i)]).flatMap((value) => {
    const [id = '', fingerprint = ''] = (value ?? '').split(':');
    const campaignId = parseId(id);
    return campaignId === null ? [] : [{ campaignId, fingerprint }];
  });
}

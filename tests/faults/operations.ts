/** Everything that can't be taken back: how a campaign is made ready for it, and how it is known that it was done. */

import type { Input, OperationName } from '#lib/contract/operations.ts';
import type { Campaign } from '#lib/contract/resources.ts';
import type { AttemptOperation, AttemptState } from '#lib/domain/attempt.ts';
import { newDraft, newPaidDraft, newQueued, type Own } from '../support/campaigns.ts';
import type { Service } from '../support/service.ts';

interface Deed<N extends OperationName> {
  /** What it is kept under. */
  readonly attempt: AttemptOperation;
  readonly prepare: (service: Service) => Promise<Own>;
  readonly input: (own: Own, origin: string) => Input<N>;
  /**
   * Whether a reading shows that it was done. `undefined` when nothing that can be read tells. @param now null: the service
   * says there is no such campaign
   */
  readonly wasDone: (now: Campaign | null) => boolean | undefined;
  /** How it stays when the answer got lost and no reading tells that it was done. */
  readonly whenLost: AttemptState;
}

const isOut = (now: Campaign | null) => now?.status !== 'draft';
const untold = () => undefined;
const scoped = ({ id, customerId }: Own) => ({ customer_id: customerId, id });
const redirect = (origin: string) => `${origin}/pay/return`;

export const deeds = {
  payCampaign: {
    attempt: 'payCampaign',
    prepare: newDraft,
    input: ({ id }, origin) => ({ id, redirect_uri: redirect(origin) }),
    wasDone: untold,
    // Nobody was given the link that the answer brought.
    whenLost: 'refused',
  },
  payCustomerCampaign: {
    attempt: 'payCampaign',
    prepare: newDraft,
    input: (own, origin) => ({ ...scoped(own), redirect_uri: redirect(origin) }),
    wasDone: untold,
    // Nobody was given the link that the answer brought.
    whenLost: 'refused',
  },
  payAndSendCampaign: {
    attempt: 'payAndSendCampaign',
    prepare: newDraft,
    input: ({ id }) => ({ id, email: 'invoice@example.com', source: 'tok_visa' }),
    wasDone: isOut,
    whenLost: 'unknown',
  },
  sendCampaign: {
    attempt: 'sendCampaign',
    prepare: newPaidDraft,
    input: scoped,
    wasDone: isOut,
    whenLost: 'unknown',
  },
  sendCampaignOnInvoice: {
    attempt: 'sendCampaignOnInvoice',
    prepare: newDraft,
    input: ({ id }) => ({ id: String(id), email: 'office@example.com' }),
    wasDone: isOut,
    whenLost: 'unknown',
  },
  cancelCampaign: {
    attempt: 'cancelCampaign',
    prepare: newQueued,
    input: ({ id }) => ({ id }),
    wasDone: (now) => now?.status === 'draft',
    whenLost: 'unknown',
  },
  cancelCustomerCampaign: {
    attempt: 'cancelCampaign',
    prepare: newQueued,
    input: scoped,
    wasDone: (now) => now?.status === 'draft',
    whenLost: 'unknown',
  },
  cloneCampaign: {
    attempt: 'cloneCampaign',
    prepare: newDraft,
    input: scoped,
    wasDone: untold,
    whenLost: 'unknown',
  },
  deleteCampaign: {
    attempt: 'deleteCampaign',
    prepare: newDraft,
    input: scoped,
    wasDone: (now) => now === null,
    whenLost: 'unknown',
  },
} satisfies { [N in OperationName]?: Deed<N> };

export type DeedName = keyof typeof deeds;
export const deedNames = Object.keys(deeds) as DeedName[];

/** A campaign as the service has it; null when it has none of that number. */
export async function readNow(service: Service, id: number): Promise<Campaign | null> {
  const answer = await fetch(`${service.url}/v1/campaigns/${id}`, {
    headers: { authorization: `Bearer ${service.key}` },
  });
  if (answer.status === 404) return null;
  if (!answer.ok) throw new Error(`The campaign can’t be read: ${answer.status}`);
  return (await answer.json()) as Campaign;
}

/** How often the service was asked to do it to this campaign. */
export async function timesAsked(service: Service, name: DeedName, id: number): Promise<number> {
  const arrived = await service.arrived();
  return arrived.filter(({ operation, path }) => operation === name && path.split('/').includes(String(id)))
    .length;
}

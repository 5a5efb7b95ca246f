/**
 * Defines how to prepare a campaign for each irreversible action, and how to tell whether the action
 * happened.
 */
import type { Input, OperationName } from '#lib/contract/operations.ts';
import type { Campaign } from '#lib/contract/resources.ts';
import type { AttemptOperation, AttemptState } from '#lib/domain/attempt.ts';
import {
  createDraft,
  createPaidDraft,
  createQueuedCampaign,
  type TestCampaign,
} from '../support/campaigns.ts';
import type { RunningService } from '../support/service.ts';

interface ActionCase<N extends OperationName> {
  /** The operation recorded in the attempt's row. */
  readonly attemptOperation: AttemptOperation;
  readonly prepare: (service: RunningService) => Promise<TestCampaign>;
  readonly input: (campaign: TestCampaign, origin: string) => Input<N>;
  /**
   * True if the campaign shows that the action happened. Undefined if a campaign never shows whether the
   * action happened.
   * @param now the campaign as read from the service, or null if the campaign doesn't exist
   */
  readonly isDone: (now: Campaign | null) => boolean | undefined;
  /**
   * The attempt's final state if the response is lost and the campaign doesn't show that the action happened.
   */
  readonly stateIfLost: AttemptState;
}

const isNotDraft = (now: Campaign | null) => now?.status !== 'draft';
const neverShown = () => undefined;
const scopedIds = ({ id, customerId }: TestCampaign) => ({ customer_id: customerId, id });
const returnUrl = (origin: string) => `${origin}/pay/return`;

export const actions = {
  payCampaign: {
    attemptOperation: 'payCampaign',
    prepare: createDraft,
    input: ({ id }, origin) => ({ id, redirect_uri: returnUrl(origin) }),
    isDone: neverShown,
    // Only the response contains the payment link, so an attempt whose response is lost has no effect.
    stateIfLost: 'refused',
  },
  payCustomerCampaign: {
    attemptOperation: 'payCampaign',
    prepare: createDraft,
    input: (campaign, origin) => ({ ...scopedIds(campaign), redirect_uri: returnUrl(origin) }),
    isDone: neverShown,
    // Only the response contains the payment link, so an attempt whose response is lost has no effect.
    stateIfLost: 'refused',
  },
  payAndSendCampaign: {
    attemptOperation: 'payAndSendCampaign',
    prepare: createDraft,
    input: ({ id }) => ({ id, email: 'invoice@example.com', source: 'tok_visa' }),
    isDone: isNotDraft,
    stateIfLost: 'unknown',
  },
  sendCampaign: {
    attemptOperation: 'sendCampaign',
    prepare: createPaidDraft,
    input: scopedIds,
    isDone: isNotDraft,
    stateIfLost: 'unknown',
  },
  sendCampaignOnInvoice: {
    attemptOperation: 'sendCampaignOnInvoice',
    prepare: createDraft,
    input: ({ id }) => ({ id: String(id), email: 'office@example.com' }),
    isDone: isNotDraft,
    stateIfLost: 'unknown',
  },
  cancelCampaign: {
    attemptOperation: 'cancelCampaign',
    prepare: createQueuedCampaign,
    input: ({ id }) => ({ id }),
    isDone: (now) => now?.status === 'draft',
    stateIfLost: 'unknown',
  },
  cancelCustomerCampaign: {
    attemptOperation: 'cancelCampaign',
    prepare: createQueuedCampaign,
    input: scopedIds,
    isDone: (now) => now?.status === 'draft',
    stateIfLost: 'unknown',
  },
  cloneCampaign: {
    attemptOperation: 'cloneCampaign',
    prepare: createDraft,
    input: scopedIds,
    isDone: neverShown,
    stateIfLost: 'unknown',
  },
  deleteCampaign: {
    attemptOperation: 'deleteCampaign',
    prepare: createDraft,
    input: scopedIds,
    isDone: (now) => now === null,
    stateIfLost: 'unknown',
  },
} satisfies { [N in OperationName]?: ActionCase<N> };

export type ActionName = keyof typeof actions;
export const actionNames = Object.keys(actions) as ActionName[];

/** Reads a campaign from the service. @returns null if the campaign doesn't exist */
export async function findCampaign(service: RunningService, id: number): Promise<Campaign | null> {
  const response = await fetch(`${service.url}/v1/campaigns/${id}`, {
    headers: { authorization: `Bearer ${service.key}` },
  });
  if (response.status === 404) return null;
  if (!response.ok) throw new Error(`The campaign can’t be read: ${response.status}`);
  return (await response.json()) as Campaign;
}

/** Counts the requests that the service received for this action on this campaign. */
export async function countCalls(service: RunningService, name: ActionName, id: number): Promise<number> {
  const requests = await service.requests();
  return requests.filter(({ operation, path }) => operation === name && path.split('/').includes(String(id)))
    .length;
}

/** The rules for the Idempotency-Key header of API requests. */
import type { OperationName } from '#lib/contract/operations.ts';
import type { AttemptOperation } from './attempt.ts';

/** How long the console remembers an idempotency key and the response to the first request with that key. */
export const KEY_HOURS = 24;

/**
 * Maps each operation that accepts an idempotency key to the operation under which its attempts are recorded.
 * Only irreversible operations accept a key.
 */
export const KEYED_OPERATIONS: Readonly<Partial<Record<OperationName, AttemptOperation>>> = {
  payCampaign: 'payCampaign',
  payCustomerCampaign: 'payCampaign',
  payAndSendCampaign: 'payAndSendCampaign',
  sendCampaign: 'sendCampaign',
  sendCampaignOnInvoice: 'sendCampaignOnInvoice',
  cancelCampaign: 'cancelCampaign',
  cancelCustomerCampaign: 'cancelCampaign',
  cloneCampaign: 'cloneCampaign',
  deleteCampaign: 'deleteCampaign',
};

/** The rules for the Idempotency-Key header of API requests. */
import type { OperationName } from '#lib/contract/operations.ts';
import type { AttemptOperation } from './attempt.ts';

/** How long a key is remembered, together with the answer to the key's first request. */
export const KEY_HOURS = 24;

/**
 * The irreversible operations, which take a key, mapped to the operations under which their attempts are
 * recorded.
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

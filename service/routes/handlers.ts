import { campaignHandlers } from './campaigns.ts';
import { customerHandlers } from './customers.ts';
import type { Handlers } from './operation-handler.ts';
import { invoiceHandlers } from './invoice.ts';
import { templateHandlers } from './templates.ts';

/** One for each row of the contract: a missing one does not compile. */
export const handlers: Handlers = {
  ...customerHandlers,
  ...templateHandlers,
  ...campaignHandlers,
  ...invoiceHandlers,
};

import { campaignHandlers } from './campaigns.ts';
import { customerHandlers } from './customers.ts';
import { invoiceHandlers } from './invoice.ts';
import type { Handlers } from './operation-handler.ts';
import { templateHandlers } from './templates.ts';

/** One handler for each operation in the contract. A missing handler is a type error. */
export const handlers: Handlers = {
  ...customerHandlers,
  ...templateHandlers,
  ...campaignHandlers,
  ...invoiceHandlers,
};

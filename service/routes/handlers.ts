import { campaignHandlers } from './campaigns.ts';
import { customerHandlers } from './customers.ts';
import { invoiceHandlers } from './invoice.ts';
import type { Handlers } from './operation-handler.ts';
import { templateHandlers } from './templates.ts';

/** One handler for each operation in the contract. TypeScript reports an error if a handler is missing. */
export const handlers: Handlers = {
  ...customerHandlers,
  ...templateHandlers,
  ...campaignHandlers,
  ...invoiceHandlers,
};

import { idOf } from '#lib/contract/ids.ts';
import { sendOnInvoice } from '../changes/send.ts';
import { presentCampaignV2 } from '../present-v2.ts';
import { Refusal } from '../refusal.ts';
import type { Handlers } from './handler.ts';

export const invoiceHandlers = {
  sendCampaignOnInvoice: async (context, { id: text, ...input }) => {
    // v2 ids are text; a campaign has only its number.
    const id = idOf(text);
    if (id === null) return new Refusal('not_found', `There is no campaign ${text}.`);
    const sent = await sendOnInvoice(context, { id }, input);
    return sent instanceof Refusal ? sent : presentCampaignV2(sent, context.origin);
  },
} satisfies Partial<Handlers>;

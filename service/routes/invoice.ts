import { parseId } from '#lib/contract/ids.ts';
import { sendDraftOnInvoice } from '../operations/send.ts';
import { presentCampaignV2 } from '../presenters-v2.ts';
import { Refusal } from '../refusal.ts';
import { findDesigns } from '../store/artworks.ts';
import type { Handlers } from './operation-handler.ts';

export const invoiceHandlers = {
  sendCampaignOnInvoice: async (context, { id: text, ...input }) => {
    // In v2, an id is text and might not be a valid campaign id.
    const id = parseId(text);
    if (id === null) return new Refusal('not_found', `Campaign ${text} was not found.`);
    const sent = await sendDraftOnInvoice(context, { id }, input);
    if (sent instanceof Refusal) return sent;
    const designs = await findDesigns(context.db, sent.artwork.token);
    return presentCampaignV2(sent, designs, context.origin);
  },
} satisfies Partial<Handlers>;

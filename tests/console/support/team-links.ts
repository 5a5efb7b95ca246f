/** As the sender, creates a draft with a proof, or a share link to a draft. */
import { sql } from 'drizzle-orm';
import {
  createCampaignShareLink,
  readCampaignShareLink,
  type ShareLinkOptions,
} from '#lib/data/share-links.ts';
import type { ShareLink } from '#lib/domain/share-link.ts';
import { store } from '#lib/store/open.ts';
import { shareLinks } from '#lib/store/schema/share-links.ts';
import { addDraftWithProof } from './approval.ts';
import type { Harness } from './harness.ts';

/** The campaign fields that the console reads for share links. */
export interface SharedDraft {
  readonly id: number;
  readonly recipient_count: number;
  readonly proof: string;
}

export const OPTIONS: ShareLinkOptions = {
  label: 'For the owner',
  days: 14,
  visibleParts: { price: false, recipients: false, metadata: false },
  guestsDecide: true,
};

/** Returns the random part of a share link's URL. */
export const tokenFromShareUrl = ({ url }: ShareLink) => new URL(url ?? '').pathname.split('/').at(-1) ?? '';

export const listLinkRows = async ({ id }: SharedDraft) =>
  (await store()).select().from(shareLinks).where(sql`${shareLinks.campaignId} = ${id}`);

/** Returns functions that create a draft or a share link as the sender. */
export function createTeamLinks(harness: Harness) {
  let nextId = 1;

  async function readLink(campaign: SharedDraft, id: string): Promise<ShareLink> {
    const found = await harness.sender(() => readCampaignShareLink(campaign, id));
    if (!found.ok) throw new Error(found.failure.kind);
    return found.value.link;
  }

  return {
    /** Adds an unpaid draft with a proof and three recipients. */
    addDraft(): SharedDraft {
      const { id, proof = '' } = addDraftWithProof(harness.service, { id: nextId++, paid: 0 });
      return { id, recipient_count: 3, proof };
    },
    readLink,
    /** Creates a share link with `OPTIONS`, except where `overrides` replaces an option. */
    async createLink(campaign: SharedDraft, overrides: Partial<ShareLinkOptions> = {}): Promise<ShareLink> {
      const created = await harness.sender(() =>
        createCampaignShareLink(campaign.id, { ...OPTIONS, ...overrides }),
      );
      if (!created.ok) throw new Error(JSON.stringify(created.failure));
      return readLink(campaign, created.value.id);
    },
  };
}

/** Converts a stored campaign to the v2 resource (2.4), with exactly the documented fields. */

import type { V1Status, V2Status } from '#lib/contract/campaign-values.ts';
import type { CampaignV2 } from '#lib/contract/resources.ts';
import { SIZE_FACTS, type TemplateSize } from '#lib/contract/sizes.ts';
import { campaignFileUrls, formatTimestamp, totalPriceCents } from './presenters.ts';
import { findQrCodes } from './render/qr.ts';
import { BLEED_IN } from './render/sheet.ts';
import type { CompleteResource } from './responses.ts';
import { expectedDeliveryDate } from './rules/production-times.ts';
import { presentTemplateData } from './rules/template-data.ts';
import type { CampaignRecord } from './store/campaigns.ts';

/**
 * Maps v1 statuses to v2 statuses. The console doesn't rely on the mapping, because the interface doesn't
 * document it.
 */
const STATUS: Readonly<Record<V1Status, V2Status>> = {
  draft: 'draft',
  queued: 'in_queue',
  processing: 'in_production',
  sent: 'in_transit',
  mailed: 'mailed',
};

/** @param designs the HTML of each side, with variables filled in */
export function presentCampaignV2(
  record: CampaignRecord,
  designs: readonly string[],
  origin: string,
): CompleteResource<CampaignV2> {
  const { campaign, artwork, list, template } = record;
  const files = campaignFileUrls(record, origin);
  return {
    id: campaign.id,
    name: campaign.name,
    template_id: campaign.templateId,
    template_uid: template?.uid ?? null,
    status: STATUS[campaign.status],
    price: totalPriceCents(record) / 100,
    postage_class: campaign.postageClass,
    targeting_method: campaign.targetingMethod,
    recipient_count: campaign.recipientCount,
    discount_code: campaign.discountCode,
    send_copy_to_sender: campaign.sendCopyToSender,
    notification_email: campaign.notificationEmail,
    proof: files.proof,
    thumbnails: files.thumbnails,
    expected_delivery_date:
      campaign.scheduledAt &&
      `${expectedDeliveryDate(campaign.scheduledAt, campaign.postageClass)}T00:00:00.000Z`,
    scheduled_at: formatTimestamp(campaign.scheduledAt),
    sent_at: formatTimestamp(campaign.sentAt),
    created_at: campaign.createdAt.toISOString(),
    updated_at: campaign.updatedAt.toISOString(),
    designs: files.designs.map((file, side) => ({
      ...presentPrintSize(artwork.size),
      thumbnail: files.thumbnails[side] ?? null,
      file,
    })),
    qr_codes: presentQrCodes(record, designs),
    targeting_center: list.targetingCenter,
    template_data: presentTemplateData(artwork.values),
    sender: presentSender(record),
    agent: record.sender.agent,
    meta_data: campaign.metaData,
  };
}

const DPI = 300;

/** Returns the size with bleed, and the area that remains after trimming, in pixels at 300 dpi. */
function presentPrintSize(size: TemplateSize) {
  const { widthIn, heightIn } = SIZE_FACTS[size];
  const pixels = (inches: number) => Math.round(inches * DPI);
  return {
    height: pixels(heightIn + 2 * BLEED_IN),
    width: pixels(widthIn + 2 * BLEED_IN),
    crop: { height: pixels(heightIn), width: pixels(widthIn), x: pixels(BLEED_IN), y: pixels(BLEED_IN) },
  };
}

function presentQrCodes({ artwork: { values } }: CampaignRecord, designs: readonly string[]) {
  const pixels = (inches: number | null) => inches && Math.round(inches * DPI);
  const [front = [], back = []] = designs.map((html) =>
    findQrCodes(html, values).map(({ url, size, x, y }) => ({
      url,
      size: pixels(size),
      x: pixels(x),
      y: pixels(y),
    })),
  );
  return { front, back };
}

function presentSender({ sender: { address } }: CampaignRecord) {
  return {
    name: address.company || address.name,
    street_address: address.address_line1,
    city: address.address_city,
    state: address.address_state,
    zip: address.address_zip,
    logo: null,
  };
}

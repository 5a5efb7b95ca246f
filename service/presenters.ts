/**
 * Converts stored rows to the v1 resources (part 2), with exactly the documented fields, in the documented
 * order.
 */

import type { Campaign, Checkout, Customer, Template } from '#lib/contract/resources.ts';
import { SIZE_FACTS } from '#lib/contract/sizes.ts';
import { artworkFileUrls } from './files.ts';
import type { CompleteResource } from './responses.ts';
import { formatMoney } from './rules/money.ts';
import { calculateOrder, presentPriceBlock } from './rules/order.ts';
import { expectedDeliveryDate } from './rules/production-times.ts';
import { type CampaignRecord, toPricingInput } from './store/campaigns.ts';
import type { StoredCustomer } from './store/customers.ts';
import type { StoredTemplate } from './store/templates.ts';

export const campaignFileUrls = ({ artwork }: CampaignRecord, origin: string) =>
  artworkFileUrls(origin, artwork.token, SIZE_FACTS[artwork.size].designs, artwork.state === 'rendered');

export const formatTimestamp = (moment: Date | null): string | null => moment?.toISOString() ?? null;

/** Returns the full price in cents, including any amount already paid. */
export const totalPriceCents = (record: CampaignRecord): number =>
  calculateOrder(toPricingInput(record), record.campaign.sendCopyToSender, 0).priceCents;

export function presentCampaign(record: CampaignRecord, origin: string): CompleteResource<Campaign> {
  const { campaign, artwork, list, sender } = record;
  const files = campaignFileUrls(record, origin);
  return {
    id: campaign.id,
    template_id: campaign.templateId,
    status: campaign.status,
    price: formatMoney(totalPriceCents(record)),
    postage_class: campaign.postageClass,
    recipient_count: campaign.recipientCount,
    property_filter: list.propertyFilter,
    send_copy_to_sender: campaign.sendCopyToSender,
    size: artwork.size,
    proof: files.proof,
    thumbnails: files.thumbnails,
    designs: files.designs,
    expected_delivery_date:
      campaign.scheduledAt && expectedDeliveryDate(campaign.scheduledAt, campaign.postageClass),
    scheduled_at: formatTimestamp(campaign.scheduledAt),
    sent_at: formatTimestamp(campaign.sentAt),
    created_at: campaign.createdAt.toISOString(),
    updated_at: campaign.updatedAt.toISOString(),
    exposed_addresses: list.exposedAddresses,
    sender: sender.address,
    meta_data: campaign.metaData,
  };
}

export function presentCheckout(
  record: CampaignRecord,
  customerCreditCents: number,
  origin: string,
): CompleteResource<Checkout> {
  const { thumbnails, proof } = campaignFileUrls(record, origin);
  const block = (withSender: boolean) =>
    presentPriceBlock(calculateOrder(toPricingInput(record), withSender, customerCreditCents));
  return {
    send_copy_to_sender: record.campaign.sendCopyToSender,
    thumbnails,
    proof,
    without_sender: block(false),
    with_sender: block(true),
  };
}

export function presentCustomer(customer: StoredCustomer): CompleteResource<Customer> {
  return {
    id: customer.id,
    email: customer.email,
    created_at: customer.createdAt.toISOString(),
    updated_at: customer.updatedAt.toISOString(),
  };
}

export function presentTemplate(template: StoredTemplate): CompleteResource<Template> {
  return {
    id: template.id,
    name: template.name,
    description: template.description,
    size: template.size,
    designs: template.designs,
    variable_names: template.variableNames,
    meta_data: template.metaData,
    created_at: template.createdAt.toISOString(),
    updated_at: template.updatedAt.toISOString(),
  };
}

/** Builds a page of a list. An empty list has one empty page, so `total_pages` is 1. */
export function presentPage<T>(items: readonly T[], paging: PageParams, total: number) {
  return {
    items,
    current_page: paging.page,
    total_count: total,
    total_pages: Math.max(1, Math.ceil(total / paging.perPage)),
  };
}

export interface PageParams {
  readonly page: number;
  readonly perPage: number;
}

/** Stored rows as the v1 resources of part 2: every documented field, in the documented order, and no other. */
import { SIZE_FACTS } from '#lib/contract/limits.ts';
import type { Campaign, Checkout, Customer, Template } from '#lib/contract/resources.ts';
import type { Documented } from './responses.ts';
import { fileUrls } from './files.ts';
import { formatMoney } from './rules/money.ts';
import { orderOf, priceBlockOf } from './rules/order.ts';
import { expectedDeliveryDate } from './rules/production-times.ts';
import { type CampaignRecord, pricedOf } from './store/campaigns.ts';
import type { StoredCustomer } from './store/customers.ts';
import type { StoredTemplate } from './store/templates.ts';

export const filesOf = ({ artwork }: CampaignRecord, origin: string) =>
  fileUrls(origin, artwork.token, SIZE_FACTS[artwork.size].designs, artwork.state === 'rendered');

export const timestamp = (moment: Date | null): string | null => moment?.toISOString() ?? null;

/** The whole price, in cents, whatever has been paid of it. */
export const priceCentsOf = (record: CampaignRecord): number =>
  orderOf(pricedOf(record), record.campaign.sendCopyToSender, 0).priceCents;

export function presentCampaign(record: CampaignRecord, origin: string): Documented<Campaign> {
  const { campaign, artwork, list, sender } = record;
  const files = filesOf(record, origin);
  return {
    id: campaign.id,
    template_id: campaign.templateId,
    status: campaign.status,
    price: formatMoney(priceCentsOf(record)),
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
    scheduled_at: timestamp(campaign.scheduledAt),
    sent_at: timestamp(campaign.sentAt),
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
): Documented<Checkout> {
  const { thumbnails, proof } = filesOf(record, origin);
  const block = (withSender: boolean) =>
    priceBlockOf(orderOf(pricedOf(record), withSender, customerCreditCents));
  return {
    send_copy_to_sender: record.campaign.sendCopyToSender,
    thumbnails,
    proof,
    without_sender: block(false),
    with_sender: block(true),
  };
}

export function presentCustomer(customer: StoredCustomer): Documented<Customer> {
  return {
    id: customer.id,
    email: customer.email,
    created_at: customer.createdAt.toISOString(),
    updated_at: customer.updatedAt.toISOString(),
  };
}

export function presentTemplate(template: StoredTemplate): Documented<Template> {
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

/** `total_pages` of an empty list is 1: page 1 is there, and empty. */
export function presentPage<T>(items: readonly T[], paging: Paging, total: number) {
  return {
    items,
    current_page: paging.page,
    total_count: total,
    total_pages: Math.max(1, Math.ceil(total / paging.perPage)),
  };
}

export interface Paging {
  readonly page: number;
  readonly perPage: number;
}

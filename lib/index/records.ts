/** Extracts the data about campaigns, customers, and templates from a response. */
import type { Campaign, Customer, Template } from '#lib/contract/resources.ts';
import {
  type IndexedFields,
  type IndexedPayment,
  indexedFields,
  indexedPayment,
} from '#lib/domain/campaign-reading.ts';
import type { ObservedResponse } from '#lib/upstream/response-listener.ts';

export interface ResponseRecords {
  readonly campaigns?: readonly {
    readonly campaignId: number;
    /** The campaign's customer, if the request was made under the customer's path (4.3). */
    readonly customerId?: number;
    readonly fields: IndexedFields;
  }[];
  readonly payment?: { readonly campaignId: number; readonly amounts: IndexedPayment };
  /** The id of a campaign that doesn't exist. */
  readonly goneCampaign?: number;
  readonly customers?: readonly NamedItem[];
  readonly templates?: readonly NamedItem[];
}

interface NamedItem {
  readonly id: number;
  readonly name: string | null;
}

/**
 * Returns the data in a response. Ignores a response about a campaign other than the requested one, because the mail
 * service must have made a mistake.
 */
export function recordsOf(response: ObservedResponse): ResponseRecords {
  const { operation, input, output } = response;
  if (output === null) {
    // A campaign that doesn't exist under a customer's path might belong to another customer.
    return operation === 'getCampaign' ? { goneCampaign: input.id } : {};
  }
  switch (operation) {
    case 'listCampaigns':
      return { campaigns: output.items.map((campaign) => recordOf(campaign)) };
    case 'listCustomerCampaigns':
      return { campaigns: output.items.map((campaign) => recordOf(campaign, input.customer_id)) };
    case 'getCampaign':
    case 'cancelCampaign':
    case 'payAndSendCampaign':
      return { campaigns: requested(input.id, output) };
    case 'getCustomerCampaign':
    case 'cancelCustomerCampaign':
    case 'sendCampaign':
      return { campaigns: requested(input.id, output, input.customer_id) };
    case 'cloneCampaign':
      return { campaigns: [recordOf(output, input.customer_id)] };
    case 'deleteCampaign':
      return { goneCampaign: input.id };
    case 'checkOutCampaign':
      return { payment: { campaignId: input.id, amounts: indexedPayment(output) } };
    case 'listCustomers':
      return { customers: output.items.map(customerName) };
    case 'getCustomer':
    case 'updateCustomer':
      return output.id === input.id ? { customers: [customerName(output)] } : {};
    case 'listTemplates':
      return { templates: output.items.map(templateName) };
    case 'getTemplate':
    case 'updateTemplate':
      return output.id === input.id ? { templates: [templateName(output)] } : {};
    default:
      // Deleted templates keep their names, and the other responses contain no v1 resource.
      return {};
  }
}

const recordOf = (campaign: Campaign, customerId?: number) => ({
  campaignId: campaign.id,
  ...(customerId === undefined ? {} : { customerId }),
  fields: indexedFields(campaign),
});

const requested = (id: number, campaign: Campaign, customerId?: number) =>
  campaign.id === id ? [recordOf(campaign, customerId)] : [];

const customerName = ({ id, email }: Customer): NamedItem => ({ id, name: email ?? null });
const templateName = ({ id, name }: Template): NamedItem => ({ id, name: name ?? null });

/** What people read about each operation, and nothing that the table of operations says already. */
import type { OperationName } from '../operations.ts';

export const GROUPS = [
  'Customers',
  'Templates',
  'Campaigns of a customer',
  'Campaigns',
  'Version 2',
] as const;
type Group = (typeof GROUPS)[number];

interface Prose {
  readonly group: Group;
  readonly summary: string;
  readonly description?: string;
  /** With which statuses it says no beside those that every operation has. */
  readonly refuses: readonly (402 | 403 | 409 | 422)[];
}

const PAYING =
  'The link is where the user pays. After that they are sent to redirect_uri, which alone proves nothing: read checkout.';
const CANCELLING = 'It works until the campaign’s send time has come. What was paid stays paid.';

export const PROSE = {
  listCustomers: { group: 'Customers', summary: 'List customers', refuses: [] },
  getCustomer: { group: 'Customers', summary: 'Get a customer', refuses: [] },
  updateCustomer: { group: 'Customers', summary: 'Change a customer’s e-mail address', refuses: [422] },
  listTemplates: { group: 'Templates', summary: 'List templates', refuses: [] },
  getTemplate: { group: 'Templates', summary: 'Get a template', refuses: [] },
  deleteTemplate: {
    group: 'Templates',
    summary: 'Delete a template',
    description: 'Answers the template as it was. Campaigns made from it keep their artwork.',
    refuses: [],
  },
  updateTemplate: {
    group: 'Templates',
    summary: 'Change a template',
    description: 'The id in the path is the template’s. Without description or metadata the old ones stay.',
    refuses: [422],
  },
  listCustomerCampaigns: {
    group: 'Campaigns of a customer',
    summary: 'List a customer’s campaigns',
    refuses: [422],
  },
  getCustomerCampaign: {
    group: 'Campaigns of a customer',
    summary: 'Get a campaign of a customer',
    refuses: [],
  },
  deleteCampaign: {
    group: 'Campaigns of a customer',
    summary: 'Delete a campaign',
    description: 'Answers the campaign as it was. Only drafts; what was paid becomes the customer’s credit.',
    refuses: [409],
  },
  cloneCampaign: {
    group: 'Campaigns of a customer',
    summary: 'Make a draft copy of a campaign',
    description: 'Answers the copy, which has a number of its own and is not paid.',
    refuses: [409],
  },
  cancelCustomerCampaign: {
    group: 'Campaigns of a customer',
    summary: 'Cancel the sending of a customer’s campaign',
    description: CANCELLING,
    refuses: [409],
  },
  sendCampaign: {
    group: 'Campaigns of a customer',
    summary: 'Send a campaign that is paid',
    description: 'Its mailpieces are queued; until the send time they can be cancelled.',
    refuses: [402, 409, 422],
  },
  payCustomerCampaign: {
    group: 'Campaigns of a customer',
    summary: 'Start paying for a customer’s campaign',
    description: PAYING,
    refuses: [409],
  },
  listCampaigns: { group: 'Campaigns', summary: 'List campaigns', refuses: [422] },
  getCampaign: { group: 'Campaigns', summary: 'Get a campaign', refuses: [] },
  cancelCampaign: {
    group: 'Campaigns',
    summary: 'Cancel the sending of a campaign',
    description: CANCELLING,
    refuses: [409],
  },
  payCampaign: {
    group: 'Campaigns',
    summary: 'Start paying for a campaign',
    description: PAYING,
    refuses: [409],
  },
  payAndSendCampaign: {
    group: 'Campaigns',
    summary: 'Pay for a campaign and send it',
    description: 'Charges the payment token, or what the customer has as credit, and queues the mailpieces.',
    refuses: [402, 409, 422],
  },
  checkOutCampaign: {
    group: 'Campaigns',
    summary: 'Read what a campaign costs',
    description:
      'Both orders at once, with and without the sender’s copy. Prices change: read just before paying.',
    refuses: [],
  },
  previewTemplate: {
    group: 'Version 2',
    summary: 'Preview a template with data',
    description: 'Takes any data that the template expects, and answers HTML. A letter has no back.',
    refuses: [],
  },
  sendCampaignOnInvoice: {
    group: 'Version 2',
    summary: 'Send a campaign on the monthly invoice',
    description: 'Only for consumers who have agreed to monthly invoicing. The price is billed later.',
    refuses: [403, 409, 422],
  },
} as const satisfies Record<OperationName, Prose>;

/** What each status means, whoever answers it. */
export const STATUS_PROSE: Readonly<Record<number, string>> = {
  400: 'The request is not right: an unknown, repeated, missing or malformed field, which is named.',
  401: 'Who asks is not known.',
  402: 'It has to be paid first, or the payment was declined.',
  403: 'Who asks may not do this.',
  404: 'There is no such thing.',
  405: 'The path takes other methods.',
  409: 'The state of things doesn’t allow it.',
  413: 'The body is too large.',
  415: 'The body is of a type that is not read.',
  422: 'A rule refuses what was asked for.',
  429: 'Too many requests.',
  500: 'Something broke.',
  502: 'The direct-mail service can’t be reached, or answered what can’t be understood.',
  504: 'The direct-mail service didn’t answer in time.',
};

/**
 * The text that describes the operations. The rest of the API description is generated from the table of
 * operations.
 */
import type { OperationName } from '../operations.ts';

export const GROUPS = ['Customers', 'Templates', 'Customer campaigns', 'Campaigns', 'Version 2'] as const;
type Group = (typeof GROUPS)[number];

export const GROUP_PROSE: Readonly<Record<Group, string>> = {
  Customers: 'The customers who own the campaigns.',
  Templates: 'The designs that campaigns are made from.',
  'Customer campaigns': 'The campaigns of one customer.',
  Campaigns: 'The campaigns of all customers, and operations for checkout and payment.',
  'Version 2':
    'Operations for previewing a template and for sending a campaign billed on the monthly invoice.',
};

interface Prose {
  readonly group: Group;
  readonly summary: string;
  readonly description: string;
  /** The operation's own error statuses, in addition to the ones that all operations share. */
  readonly errorStatuses: readonly (402 | 403 | 409 | 422)[];
}

const PAYING =
  'Returns a link to the payment page. After paying, the payer is redirected to redirect_uri. The redirect doesn’t prove that the payment succeeded, so check the amount due at checkout.';
const FILTERING = 'If you use several filters, the list contains only campaigns that match all of them.';
const CANCELING =
  'You can cancel until the campaign’s send time. Any payment already made still counts toward the campaign’s price.';

export const PROSE = {
  listCustomers: {
    group: 'Customers',
    summary: 'List customers',
    description: 'Returns one page of the account’s customers.',
    errorStatuses: [],
  },
  getCustomer: {
    group: 'Customers',
    summary: 'Get a customer',
    description: 'Returns the customer with this ID.',
    errorStatuses: [],
  },
  updateCustomer: {
    group: 'Customers',
    summary: 'Change a customer’s email address',
    description: 'Returns the updated customer. If you omit the email address, nothing changes.',
    errorStatuses: [422],
  },
  listTemplates: {
    group: 'Templates',
    summary: 'List templates',
    description: 'Returns one page of the account’s templates, including their designs.',
    errorStatuses: [],
  },
  getTemplate: {
    group: 'Templates',
    summary: 'Get a template',
    description: 'Returns the template with this ID, including its designs.',
    errorStatuses: [],
  },
  deleteTemplate: {
    group: 'Templates',
    summary: 'Delete a template',
    description: 'Returns the deleted template. Campaigns made from the template keep their designs.',
    errorStatuses: [],
  },
  updateTemplate: {
    group: 'Templates',
    summary: 'Update a template',
    description:
      'The ID in the path is the template ID. If you omit the description or metadata, the existing value is kept.',
    errorStatuses: [422],
  },
  listCustomerCampaigns: {
    group: 'Customer campaigns',
    summary: 'List a customer’s campaigns',
    description: `Returns one page of the customer’s campaigns. ${FILTERING}`,
    errorStatuses: [422],
  },
  getCustomerCampaign: {
    group: 'Customer campaigns',
    summary: 'Get a customer’s campaign',
    description: 'Returns the campaign if it belongs to the customer.',
    errorStatuses: [],
  },
  deleteCampaign: {
    group: 'Customer campaigns',
    summary: 'Delete a campaign',
    description:
      'Returns the deleted campaign. Only drafts can be deleted. Any amount already paid becomes a credit for the customer.',
    errorStatuses: [409],
  },
  cloneCampaign: {
    group: 'Customer campaigns',
    summary: 'Copy a campaign',
    description: 'Returns the copy, an unpaid draft with its own ID.',
    errorStatuses: [409],
  },
  cancelCustomerCampaign: {
    group: 'Customer campaigns',
    summary: 'Cancel sending a customer’s campaign',
    description: CANCELING,
    errorStatuses: [409],
  },
  sendCampaign: {
    group: 'Customer campaigns',
    summary: 'Send a paid campaign',
    description: 'Queues the mailpieces. You can cancel until the send time.',
    errorStatuses: [402, 409, 422],
  },
  payCustomerCampaign: {
    group: 'Customer campaigns',
    summary: 'Start a payment for a customer’s campaign',
    description: PAYING,
    errorStatuses: [409],
  },
  listCampaigns: {
    group: 'Campaigns',
    summary: 'List campaigns',
    description: `Returns one page of all customers’ campaigns. ${FILTERING}`,
    errorStatuses: [422],
  },
  getCampaign: {
    group: 'Campaigns',
    summary: 'Get a campaign',
    description: 'Returns the campaign with this ID, whichever customer it belongs to.',
    errorStatuses: [],
  },
  cancelCampaign: {
    group: 'Campaigns',
    summary: 'Cancel sending a campaign',
    description: CANCELING,
    errorStatuses: [409],
  },
  payCampaign: {
    group: 'Campaigns',
    summary: 'Start a payment for a campaign',
    description: PAYING,
    errorStatuses: [409],
  },
  payAndSendCampaign: {
    group: 'Campaigns',
    summary: 'Pay for a campaign and send it',
    description: 'Charges the payment token or uses the customer’s credits, and then queues the mailpieces.',
    errorStatuses: [402, 409, 422],
  },
  checkOutCampaign: {
    group: 'Campaigns',
    summary: 'Get a campaign’s checkout',
    description:
      'Returns the prices with and without the sender’s copy. Prices can change, so call this operation just before you pay.',
    errorStatuses: [],
  },
  previewTemplate: {
    group: 'Version 2',
    summary: 'Preview a template with data',
    description: 'Returns the front and, except for letters, the back as HTML. All data is optional.',
    errorStatuses: [],
  },
  sendCampaignOnInvoice: {
    group: 'Version 2',
    summary: 'Send a campaign billed on the monthly invoice',
    description:
      'Available only to accounts with monthly invoicing. The price is added to the monthly invoice.',
    errorStatuses: [403, 409, 422],
  },
} as const satisfies Record<OperationName, Prose>;

/** The meaning of each status, in both the console and the embedded service. */
export const STATUS_PROSE: Readonly<Record<number, string>> = {
  400: 'A field is unknown, repeated, missing, or malformed. The response names the field.',
  401: 'The caller isn’t authenticated.',
  402: 'The campaign hasn’t been paid for, or the payment was declined.',
  403: 'The caller isn’t allowed to run this operation.',
  404: 'Not found.',
  405: 'The path doesn’t support this method.',
  408: 'The request body didn’t arrive in time.',
  409: 'The campaign’s current state doesn’t allow this operation.',
  413: 'The request body is too large.',
  415: 'The request body’s content type isn’t supported.',
  422: 'The request breaks a business rule.',
  429: 'Too many requests.',
  500: 'Internal error.',
  502: 'The mail service can’t be reached, or it sent an unexpected response.',
  503: 'Mailroom is busy or can’t reach its database. Repeat the request after the number of seconds in the Retry-After header.',
  504: 'The mail service didn’t respond in time.',
};

/**
 * The interface's 22 operations in a single table. Each row has an operation's name, method, path, inputs,
 * and response. The client, the proxy, the embedded service, and the tests are all based on this table. The
 * roles that can run each operation are defined in lib/domain/permissions.ts.
 */
import type { z } from 'zod';
import {
  byCampaignId,
  byCampaignTextId,
  byCustomer,
  byCustomerAndId,
  byCustomerId,
  byCustomerOrTemplateId,
  byTemplateId,
  byTemplateIdOrUid,
  campaignFilters,
  customerUpdate,
  none,
  paging,
  payAndSend,
  previewData,
  redirect,
  sendDate,
  sendOnInvoice,
  templateUpdate,
} from './inputs.ts';
import {
  campaign,
  campaignPage,
  campaignV2,
  checkout,
  customer,
  customerPage,
  payLink,
  preview,
  template,
  templatePage,
} from './resources.ts';

export type { CampaignFilters } from './inputs.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

interface Row {
  /** The operation's position in the interface, from 1 to 22. */
  readonly number: number;
  readonly version: 'v1' | 'v2';
  readonly method: Method;
  readonly path: `/${string}`;
  readonly params: z.ZodObject;
  readonly query: z.ZodObject;
  readonly form: z.ZodObject;
  readonly returns: z.ZodType;
}

const SCOPED = '/v1/campaigns/customers/{customer_id}/campaigns';

export const operations = {
  listCustomers: {
    number: 1,
    version: 'v1',
    method: 'GET',
    path: '/v1/customers',
    params: none,
    query: paging,
    form: none,
    returns: customerPage,
  },
  getCustomer: {
    number: 2,
    version: 'v1',
    method: 'GET',
    path: '/v1/customers/{id}',
    params: byCustomerId,
    query: none,
    form: none,
    returns: customer,
  },
  updateCustomer: {
    number: 3,
    version: 'v1',
    method: 'PUT',
    path: '/v1/customers/{id}',
    params: byCustomerOrTemplateId,
    query: none,
    form: customerUpdate,
    returns: customer,
  },
  listTemplates: {
    number: 4,
    version: 'v1',
    method: 'GET',
    path: '/v1/templates',
    params: none,
    query: paging,
    form: none,
    returns: templatePage,
  },
  getTemplate: {
    number: 5,
    version: 'v1',
    method: 'GET',
    path: '/v1/templates/{id}',
    params: byTemplateId,
    query: none,
    form: none,
    returns: template,
  },
  deleteTemplate: {
    number: 6,
    version: 'v1',
    method: 'DELETE',
    path: '/v1/templates/{id}',
    params: byTemplateId,
    query: none,
    form: none,
    returns: template,
  },
  /**
   * The template update has the same method and path as the customer update (4.2). The form's fields
   * determine which operation runs.
   */
  updateTemplate: {
    number: 7,
    version: 'v1',
    method: 'PUT',
    path: '/v1/customers/{id}',
    params: byCustomerOrTemplateId,
    query: none,
    form: templateUpdate,
    returns: template,
  },
  listCustomerCampaigns: {
    number: 8,
    version: 'v1',
    method: 'GET',
    path: SCOPED,
    params: byCustomer,
    query: campaignFilters,
    form: none,
    returns: campaignPage,
  },
  getCustomerCampaign: {
    number: 9,
    version: 'v1',
    method: 'GET',
    path: `${SCOPED}/{id}`,
    params: byCustomerAndId,
    query: none,
    form: none,
    returns: campaign,
  },
  deleteCampaign: {
    number: 10,
    version: 'v1',
    method: 'DELETE',
    path: `${SCOPED}/{id}`,
    params: byCustomerAndId,
    query: none,
    form: none,
    returns: campaign,
  },
  cloneCampaign: {
    number: 11,
    version: 'v1',
    method: 'POST',
    path: `${SCOPED}/{id}/clone`,
    params: byCustomerAndId,
    query: none,
    form: none,
    returns: campaign,
  },
  cancelCustomerCampaign: {
    number: 12,
    version: 'v1',
    method: 'POST',
    path: `${SCOPED}/{id}/cancel`,
    params: byCustomerAndId,
    query: none,
    form: none,
    returns: campaign,
  },
  sendCampaign: {
    number: 13,
    version: 'v1',
    method: 'POST',
    path: `${SCOPED}/{id}/send`,
    params: byCustomerAndId,
    query: sendDate,
    form: none,
    returns: campaign,
  },
  payCustomerCampaign: {
    number: 14,
    version: 'v1',
    method: 'POST',
    path: `${SCOPED}/{id}/pay`,
    params: byCustomerAndId,
    query: redirect,
    form: none,
    returns: payLink,
  },
  listCampaigns: {
    number: 15,
    version: 'v1',
    method: 'GET',
    path: '/v1/campaigns',
    params: none,
    query: campaignFilters,
    form: none,
    returns: campaignPage,
  },
  getCampaign: {
    number: 16,
    version: 'v1',
    method: 'GET',
    path: '/v1/campaigns/{id}',
    params: byCampaignId,
    query: none,
    form: none,
    returns: campaign,
  },
  cancelCampaign: {
    number: 17,
    version: 'v1',
    method: 'POST',
    path: '/v1/campaigns/{id}/cancel',
    params: byCampaignId,
    query: none,
    form: none,
    returns: campaign,
  },
  payCampaign: {
    number: 18,
    version: 'v1',
    method: 'POST',
    path: '/v1/campaigns/{id}/pay',
    params: byCampaignId,
    query: redirect,
    form: none,
    returns: payLink,
  },
  payAndSendCampaign: {
    number: 19,
    version: 'v1',
    method: 'POST',
    path: '/v1/campaigns/{id}/pay_and_send',
    params: byCampaignId,
    query: none,
    form: payAndSend,
    returns: campaign,
  },
  checkOutCampaign: {
    number: 20,
    version: 'v1',
    method: 'GET',
    path: '/v1/campaigns/{id}/checkout',
    params: byCampaignId,
    query: none,
    form: none,
    returns: checkout,
  },
  previewTemplate: {
    number: 21,
    version: 'v2',
    method: 'POST',
    path: '/v2/templates/{id}/preview',
    params: byTemplateIdOrUid,
    query: none,
    form: previewData,
    returns: preview,
  },
  sendCampaignOnInvoice: {
    number: 22,
    version: 'v2',
    method: 'POST',
    path: '/v2/campaigns/{id}/send',
    params: byCampaignTextId,
    query: none,
    form: sendOnInvoice,
    returns: campaignV2,
  },
} as const satisfies Record<string, Row>;

export type OperationName = keyof typeof operations;
export const operationNames = Object.keys(operations) as OperationName[];

type Of<N extends OperationName> = (typeof operations)[N];
/**
 * The inputs in the path, query, or form. If a part has no inputs, its type is `object`, because the type of
 * an empty strict object would forbid the keys of the other parts.
 */
type Part<S extends z.ZodObject> = string extends keyof z.output<S> ? object : z.output<S>;
/**
 * An operation's inputs in one object. Each input has a unique name. The table defines whether an input is
 * part of the path, query, or form.
 */
export type Input<N extends OperationName> = Part<Of<N>['params']> &
  Part<Of<N>['query']> &
  Part<Of<N>['form']>;
export type Output<N extends OperationName> = z.output<Of<N>['returns']>;

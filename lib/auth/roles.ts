/** Who may do what: the one permissions table, by operation of the interface. Pure. */
import type { OperationName } from '#lib/contract/operations.ts';

export const ROLES = ['viewer', 'sender', 'admin'] as const;
export type Role = (typeof ROLES)[number];

/** The least role that may run each operation. A new operation does not compile until it stands here. */
const needs = {
  listCustomers: 'viewer',
  getCustomer: 'viewer',
  updateCustomer: 'admin',
  listTemplates: 'viewer',
  getTemplate: 'viewer',
  deleteTemplate: 'admin',
  updateTemplate: 'admin',
  listCustomerCampaigns: 'viewer',
  getCustomerCampaign: 'viewer',
  deleteCampaign: 'admin',
  cloneCampaign: 'sender',
  cancelCustomerCampaign: 'sender',
  sendCampaign: 'sender',
  payCustomerCampaign: 'sender',
  listCampaigns: 'viewer',
  getCampaign: 'viewer',
  cancelCampaign: 'sender',
  payCampaign: 'sender',
  payAndSendCampaign: 'sender',
  checkOutCampaign: 'viewer',
  previewTemplate: 'viewer',
  sendCampaignOnInvoice: 'sender',
} as const satisfies Record<OperationName, Role>;

export function mayRun(role: Role, operation: OperationName): boolean {
  return ROLES.indexOf(role) >= ROLES.indexOf(needs[operation]);
}

export function isRole(value: unknown): value is Role {
  return typeof value === 'string' && (ROLES as readonly string[]).includes(value);
}

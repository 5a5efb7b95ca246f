/** Who may do what: the one permissions table, by operation of the interface. Pure. */
import type { OperationName } from '#lib/contract/operations.ts';

export const ROLES = ['viewer', 'sender', 'admin'] as const;
export type Role = (typeof ROLES)[number];

/** What the interface knows nothing of: showing campaigns to guests, the team itself, and one's own account. */
type Duty = 'shareCampaign' | 'readShares' | 'manageTeam' | 'keepProfile';

/** The least role that may run each operation, or has each duty. A new operation does not compile until it stands here. */
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
  shareCampaign: 'sender',
  readShares: 'viewer',
  manageTeam: 'admin',
  keepProfile: 'viewer',
} as const satisfies Record<OperationName | Duty, Role>;

/** Whatever a role decides: an operation of the interface, or a duty. */
export type Permission = OperationName | Duty;

export function isAllowed(role: Role, right: Permission): boolean {
  return ROLES.indexOf(role) >= ROLES.indexOf(needs[right]);
}

export function isRole(value: unknown): value is Role {
  return typeof value === 'string' && (ROLES as readonly string[]).includes(value);
}

/** The permissions table: the minimum role for each operation of the interface and of the console. */
import type { OperationName } from '#lib/contract/operations.ts';

export const ROLES = ['viewer', 'sender', 'admin'] as const;
export type Role = (typeof ROLES)[number];

/** The console's own operations, which don't call the mail service. */
type ConsoleOperation =
  | 'rescheduleCampaign'
  | 'undoCopy'
  | 'viewTitlesAndNotes'
  | 'editTitleAndNote'
  | 'saveViews'
  | 'saveTeamViews'
  | 'shareCampaign'
  | 'viewShareLinks'
  | 'approve'
  | 'manageTeam'
  | 'editProfile';

/** The minimum role for each operation. If an operation is missing, `satisfies` causes a compile error. */
const minimumRole = {
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
  rescheduleCampaign: 'sender',
  undoCopy: 'sender',
  viewTitlesAndNotes: 'viewer',
  editTitleAndNote: 'sender',
  saveViews: 'viewer',
  saveTeamViews: 'sender',
  shareCampaign: 'sender',
  viewShareLinks: 'viewer',
  approve: 'sender',
  manageTeam: 'admin',
  editProfile: 'viewer',
} as const satisfies Record<OperationName | ConsoleOperation, Role>;

export type Permission = OperationName | ConsoleOperation;

export function isAllowed(role: Role, permission: Permission): boolean {
  return ROLES.indexOf(role) >= ROLES.indexOf(minimumRole[permission]);
}

/** Whether the role `role` allows more than the role `other`. */
export const isHigherRole = (role: Role, other: Role): boolean => ROLES.indexOf(role) > ROLES.indexOf(other);

export function isRole(value: unknown): value is Role {
  return typeof value === 'string' && (ROLES as readonly string[]).includes(value);
}

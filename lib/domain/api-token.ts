/** The rules for API tokens: what a token can be allowed to do, and how long it works. */
import { type OperationName, operationNames } from '#lib/contract/operations.ts';
import { isAllowed, type Permission, type Role } from './permissions.ts';

/** The number of days until a token expires. */
export const TOKEN_DAYS = { default: 90, max: 365 } as const;

/** The maximum number of tokens per member, not counting expired and revoked tokens. */
export const MAX_TOKENS = 50;
/** The maximum number of addresses and networks that a token can be limited to. */
export const MAX_TOKEN_ADDRESSES = 50;

/** Operations under a customer's path, mapped to the same operations without a customer in the path. */
const CUSTOMER_PATHS = {
  listCustomerCampaigns: 'listCampaigns',
  getCustomerCampaign: 'getCampaign',
  cancelCustomerCampaign: 'cancelCampaign',
  payCustomerCampaign: 'payCampaign',
} as const satisfies Partial<Record<OperationName, OperationName>>;

/**
 * What a token can be allowed to do. A scope covers an operation both with and without a customer in the path.
 * A program whose token is limited to a customer calls operations under the customer's path, so both paths
 * need the same scope.
 */
export type TokenScope = Exclude<OperationName, keyof typeof CUSTOMER_PATHS>;

const hasCustomerPath = (name: OperationName): name is keyof typeof CUSTOMER_PATHS =>
  Object.hasOwn(CUSTOMER_PATHS, name);

export const getScope = (name: OperationName): TokenScope =>
  hasCustomerPath(name) ? CUSTOMER_PATHS[name] : name;

export const TOKEN_SCOPES: readonly TokenScope[] = operationNames.filter(
  (name): name is TokenScope => !hasCustomerPath(name),
);

/** Whether the scope allows only reading. Viewers can give tokens only these scopes. */
export const isReadScope = (scope: TokenScope): boolean => isAllowed('viewer', scope);

/** Returns the scopes that a member with the role can give to a token. */
export const scopesOfRole = (role: Role): readonly TokenScope[] =>
  TOKEN_SCOPES.filter((scope) => isAllowed(role, scope));

/**
 * Operations that a token limited to one customer can't use, because templates don't belong to a customer. A
 * template's design may have been made for another customer.
 */
const TEMPLATE_SCOPES: ReadonlySet<TokenScope> = new Set([
  'listTemplates',
  'getTemplate',
  'updateTemplate',
  'deleteTemplate',
  'previewTemplate',
]);
export const isTemplateScope = (scope: TokenScope): boolean => TEMPLATE_SCOPES.has(scope);

/** What a token is allowed to do. A token never allows more than its member's role does. */
export interface TokenGrant {
  readonly scopes: readonly TokenScope[];
  /**
   * The only customer whose data the token can read and change. Null if the token isn't limited to a customer.
   */
  readonly customerId: number | null;
}

/** Whether a token's scopes include a permission. Tokens never have the console's own permissions. */
export const isGranted = ({ scopes }: Pick<TokenGrant, 'scopes'>, permission: Permission): boolean =>
  (operationNames as readonly string[]).includes(permission) &&
  scopes.includes(getScope(permission as OperationName));

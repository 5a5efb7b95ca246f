/** Creates API tokens and sends API requests with them. */
import { sql } from 'drizzle-orm';
import { beforeEach } from 'vitest';
import { createApiToken, getTokenEnding, hashApiToken } from '#lib/auth/api-token.ts';
import type { OperationName } from '#lib/contract/operations.ts';
import { scopesOfRole } from '#lib/domain/api-token.ts';
import type { Role } from '#lib/domain/permissions.ts';
import { findApiTokenById, insertApiToken, type NewApiToken } from '#lib/store/api-tokens.ts';
import type { MemberRow } from '#lib/store/members.ts';
import { store } from '#lib/store/open.ts';
import { encodeValidRequest } from '../../support/valid-requests.ts';
import { setUpHarness } from './harness.ts';
import { addMember, type RunAs } from './members.ts';
import { FORM_TYPE, type ProxyMethod, type ProxyTestRequest, requestProxy } from './proxy.ts';
import { inRequest } from './request.ts';
import { ORIGIN } from './settings.ts';
import { addCampaign, type TinyCampaign } from './tiny-service.ts';

export interface TestToken {
  readonly id: string;
  readonly text: string;
  readonly member: MemberRow;
}

/** Starts a console. Before each test, resets the settings and the list of requests to the mail service. */
export function setUpTokenHarness() {
  const harness = setUpHarness();
  let nextId = 1;
  beforeEach(() => {
    harness.applySettings({});
    harness.service.requests.length = 0;
  });
  /** Adds a campaign. By default, the campaign isn't paid for. */
  const addNewCampaign = (overrides: Partial<TinyCampaign> = {}) =>
    addCampaign(harness.service, { id: nextId++, paid: 0, ...overrides });
  return { harness, addNewCampaign };
}

let memberCount = 0;

/** Adds a member with this role. Each member has a different email address. */
export const addTokenMember = (role: Role): Promise<MemberRow> =>
  addMember(`${role}-${++memberCount}@tokens.test`, role);

/** Creates a token that can do everything that its member can do, except as restricted by `limits`. */
export async function addToken(
  owner: Role | MemberRow,
  limits: Partial<Pick<NewApiToken, 'name' | 'scopes' | 'customerId' | 'addresses' | 'days'>> = {},
): Promise<TestToken> {
  const member = typeof owner === 'string' ? await addTokenMember(owner) : owner;
  const text = createApiToken();
  const id = await insertApiToken(await store(), member, {
    tokenHash: hashApiToken(text),
    ending: getTokenEnding(text),
    name: 'Nightly sync',
    scopes: scopesOfRole(member.role),
    customerId: null,
    addresses: [],
    days: 1,
    ...limits,
  });
  if (id === undefined) throw new Error('The token was not stored.');
  return { id, text, member };
}

export interface TokenRequest extends Omit<ProxyTestRequest, 'type'> {
  /** The IP address that the request comes from. */
  readonly from?: string;
  readonly cookies?: Readonly<Record<string, string>>;
  /** Form fields. */
  readonly fields?: Readonly<Record<string, string>>;
}

/** Returns a function that runs `work` in a request with the token, an address, and cookies. */
export function withToken(
  token: string,
  { from = '203.0.113.9', cookies = {} }: Pick<TokenRequest, 'from' | 'cookies'> = {},
): RunAs {
  const headers = { authorization: `Bearer ${token}`, 'x-forwarded-for': from };
  return (work) => inRequest({ headers, cookies }, work);
}

/** Sends a request as a program does: with the token, but without a cookie or an origin. */
export function requestWithToken(
  token: string,
  method: ProxyMethod,
  path: string,
  { from = '203.0.113.9', cookies = {}, fields, ...request }: TokenRequest = {},
): Promise<Response> {
  const { headers, ...rest } = request;
  return requestProxy(withToken(token, { from, cookies }), method, path, {
    ...(fields && { body: new URLSearchParams(fields).toString(), type: FORM_TYPE }),
    ...rest,
    headers: { authorization: `Bearer ${token}`, 'x-forwarded-for': from, ...headers },
    sendsOrigin: false,
  });
}

export const listCampaignsWithToken = (token: string, request: TokenRequest = {}): Promise<Response> =>
  requestWithToken(token, 'GET', '/v1/campaigns', request);

/** Sends a valid request for the operation on a campaign, as a program with the token does. */
export function runOperationWithToken(
  token: TestToken,
  name: OperationName,
  { id, customer }: Pick<TinyCampaign, 'id' | 'customer'>,
  headers: Readonly<Record<string, string>> = {},
): Promise<Response> {
  const target = { campaign: id, customer, template: 5, origin: ORIGIN };
  const { method, path, query, body } = encodeValidRequest(name, target);
  return requestWithToken(token.text, method as ProxyMethod, query ? `${path}?${query}` : path, {
    ...(body !== undefined && { body }),
    headers: { ...headers, ...(body !== undefined && { 'content-type': FORM_TYPE }) },
  });
}

/** Reads the token's row. Throws an error if the row was deleted. */
export async function readStoredToken(id: string) {
  const found = await findApiTokenById(await store(), id);
  if (!found) throw new Error('The token is gone.');
  return found.token;
}

/** @param assignment SQL, for example `revoked_at = now()` */
export async function setTokenColumn(id: string, assignment: string): Promise<void> {
  await (await store()).execute(sql.raw(`update api_tokens set ${assignment} where id = '${id}'`));
}

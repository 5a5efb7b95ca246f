/** Tests that every function in lib/data refuses roles that lack permission, without sending a request. */
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { operationNames, operations } from '#lib/contract/operations.ts';
import { isAllowed, type Role } from '#lib/domain/permissions.ts';
import { findMemberByEmail } from '#lib/store/members.ts';
import { store } from '#lib/store/open.ts';
import { CALLERS } from './support/callers.ts';
import { GUARDED_FUNCTIONS, UNGUARDED_FUNCTIONS } from './support/data-functions.ts';
import { setUpHarness } from './support/harness.ts';
import { asMember, type RunAs, signedOut } from './support/members.ts';
import { addCampaign } from './support/tiny-service.ts';

vi.mock('next/headers', () => import('./support/request.ts'));

const modules = import.meta.glob<Record<string, unknown>>('../../lib/data/**/*.ts', { eager: true });

const functions = Object.values(modules).flatMap((module) =>
  Object.entries(module).filter((entry): entry is [string, (...args: unknown[]) => Promise<unknown>] => {
    return typeof entry[1] === 'function';
  }),
);

const harness = setUpHarness();
let nextId = 1;
beforeEach(() => {
  harness.service.requests.length = 0;
});

it('these tests cover every function in lib/data', () => {
  const known = new Set([...Object.keys(GUARDED_FUNCTIONS), ...UNGUARDED_FUNCTIONS]);
  expect(functions.map(([name]) => name).filter((name) => !known.has(name))).toEqual([]);
  expect([...known].filter((name) => !functions.some(([other]) => other === name))).toEqual([]);
});

/** Returns true if the result is a `forbidden` failure, the value false or `none`, or an empty value. */
function isRefusal(result: unknown): boolean {
  if (result instanceof Map) return result.size === 0;
  if (Array.isArray(result)) return result.length === 0;
  if (result === 'none' || result === false || result === undefined) return true;
  return JSON.stringify(result) === '{"ok":false,"failure":{"kind":"forbidden"}}';
}

describe.each(CALLERS)('%s', (_, role) => {
  const guardedFunctions = functions.filter(([name]) => GUARDED_FUNCTIONS[name]);
  // Each test starts a new session, because some functions end all of the member's sessions.
  const createRunner = async (): Promise<RunAs> => {
    const member = role && (await findMemberByEmail(await store(), `${role}@mailroom.test`));
    return member ? asMember(member) : signedOut;
  };

  it.each(guardedFunctions)('can call %s only if the role has permission', async (name, run) => {
    const { needs, args } = GUARDED_FUNCTIONS[name] ?? { needs: 'listCampaigns', args: () => [] };
    const hasPermission = role !== undefined && isAllowed(role, needs);
    const campaign = addCampaign(harness.service, { id: nextId++, paid: 0 });
    const runAs = await createRunner();
    const result = await runAs(() => run(...args(campaign.id)));
    if (hasPermission) expect(JSON.stringify(result) ?? '').not.toContain('forbidden');
    else {
      expect(isRefusal(result), JSON.stringify(result)).toBe(true);
      expect(harness.service.requests).toEqual([]);
    }
  });
});

describe('the permissions table', () => {
  it('lets viewers read, but not write', () => {
    const viewerOperations = operationNames.filter((name) => isAllowed('viewer', name));
    expect(viewerOperations.filter((name) => operations[name].method !== 'GET')).toEqual(['previewTemplate']);
  });

  it('lets senders also pay, send, cancel, and clone, and lets admins do everything', () => {
    const listAllowed = (role: Role) => operationNames.filter((name) => isAllowed(role, name));
    expect(
      listAllowed('sender')
        .filter((name) => !isAllowed('viewer', name))
        .sort(),
    ).toEqual([
      'cancelCampaign',
      'cancelCustomerCampaign',
      'cloneCampaign',
      'payAndSendCampaign',
      'payCampaign',
      'payCustomerCampaign',
      'sendCampaign',
      'sendCampaignOnInvoice',
    ]);
    expect(listAllowed('admin')).toEqual(operationNames);
  });
});

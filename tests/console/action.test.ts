import { describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { issueSessionToken, sessionCookie } from '#lib/auth/session-token.ts';
import type { Role } from '#lib/domain/permissions.ts';
import { formAction } from '#lib/forms/action.ts';
import { setUpHarness } from './support/harness.ts';
import { addMember } from './support/members.ts';
import { inRequest } from './support/request.ts';
import { ORIGIN } from './support/settings.ts';

vi.mock('next/headers', () => import('./support/request.ts'));

setUpHarness();
const runSpy = vi.fn();

const schema = z.object({
  id: z.coerce.number('must be a number').int().positive(),
  note: z.string().max(5, 'is too long').optional(),
  source: z.string().optional(),
});
const action = formAction('payCampaign', schema, async (input, member) => {
  runSpy(input, member.email);
  return { ok: true, message: 'Done.' };
});

async function submit(
  entries: readonly (readonly [string, string | Blob])[],
  {
    role = 'sender',
    headers = { origin: ORIGIN },
  }: { role?: Role | null; headers?: Record<string, string> } = {},
) {
  runSpy.mockClear();
  const form = new FormData();
  for (const [name, value] of entries) form.append(name, value);
  const member = role && (await addMember(`${role}@mailroom.test`, role));
  const cookies = member ? { [sessionCookie()]: await issueSessionToken(member) } : {};
  return inRequest({ headers, cookies }, () => action({}, form));
}

describe('a server action', () => {
  it.each([undefined, null, [], {}, 'id=12', new URLSearchParams({ id: '12' })])(
    'takes no action when called with %o instead of a form',
    async (form) => {
      runSpy.mockClear();
      const headers = { origin: ORIGIN };
      const call = () => inRequest({ headers }, () => action({}, form as FormData));
      expect(await call()).toMatchObject({ message: 'The form was incomplete. No action was taken.' });
      expect(runSpy).not.toHaveBeenCalled();
    },
  );

  it('receives the parsed input and the signed-in member', async () => {
    expect(
      await submit([
        ['id', '12'],
        ['note', ''],
      ]),
    ).toEqual({ ok: true, message: 'Done.' });
    expect(runSpy).toHaveBeenCalledExactlyOnceWith({ id: 12 }, 'sender@mailroom.test');
  });

  it('returns field errors and the entered values, but not the card token', async () => {
    expect(
      await submit([
        ['id', 'x'],
        ['note', 'much too long'],
        ['source', 'tok_canary'],
      ]),
    ).toEqual({
      fields: { id: expect.any(String), note: 'is too long' },
      values: { id: 'x', note: 'much too long' },
    });
    expect(runSpy).not.toHaveBeenCalled();
  });

  it.each([
    [
      'an unknown field',
      [
        ['id', '1'],
        ['admin', 'true'],
      ],
      'admin',
    ],
    [
      'a prototype field',
      [
        ['id', '1'],
        ['__proto__', 'x'],
      ],
      '__proto__',
    ],
    [
      'a repeated field',
      [
        ['id', '1'],
        ['id', '2'],
      ],
      'id',
    ],
    ['a null byte', [['id', '1\0']], 'id'],
    ['a file', [['id', new Blob(['1'])]], 'id'],
  ] as const)('refuses %s and names the field', async (_, entries, field) => {
    const { fields } = await submit(entries);
    expect(Object.keys(fields ?? {})).toContain(field);
    expect(runSpy).not.toHaveBeenCalled();
  });

  it('ignores the fields that React adds to forms', async () => {
    expect(
      await submit([
        ['$ACTION_ID_abc', ''],
        ['$ACTION_REF_1', ''],
        ['id', '1'],
      ]),
    ).toMatchObject({ ok: true });
  });

  it.each([
    ['no origin', {}],
    ['another origin', { origin: 'https://evil.example' }],
    ['another port', { origin: 'http://localhost:3001' }],
    ['another scheme', { origin: 'https://console.test:3000' }],
    [
      'an origin that matches forged hosts',
      { origin: 'http://evil.example', host: 'evil.example', 'x-forwarded-host': 'evil.example' },
    ],
    ['the opaque origin of a sandboxed frame', { origin: 'null', 'sec-fetch-site': 'cross-site' }],
    ['the fetch metadata of a sibling site', { 'sec-fetch-site': 'same-site' }],
  ])('doesn’t run for a request with %s', async (_, headers) => {
    expect(await submit([['id', '1']], { headers })).toMatchObject({ failure: { kind: 'forbidden' } });
    expect(runSpy).not.toHaveBeenCalled();
  });

  it.each([{ 'sec-fetch-site': 'same-origin' }, { origin: 'null', 'sec-fetch-site': 'same-origin' }])(
    'runs for a request with the headers %j',
    async (headers) => {
      expect(await submit([['id', '1']], { headers: headers as Record<string, string> })).toMatchObject({
        ok: true,
      });
    },
  );

  it('runs only if the signed-in member has permission', async () => {
    for (const role of [null, 'viewer'] as const) {
      expect(await submit([['id', '1']], { role })).toMatchObject({
        failure: { kind: 'forbidden' },
        values: { id: '1' },
      });
      expect(runSpy).not.toHaveBeenCalled();
    }
  });

  it('rethrows the error that Next uses for a redirect', async () => {
    const redirecting = formAction('member', z.object({}), async () => {
      throw Object.assign(new Error('NEXT_REDIRECT'), { digest: 'NEXT_REDIRECT;push;/x;307;' });
    });
    const member = await addMember('viewer@mailroom.test', 'viewer');
    const cookies = { [sessionCookie()]: await issueSessionToken(member) };
    await expect(
      inRequest({ headers: { origin: ORIGIN }, cookies }, () => redirecting({}, new FormData())),
    ).rejects.toThrow('NEXT_REDIRECT');
  });
});

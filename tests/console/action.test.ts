import { describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { issueToken, sessionCookie } from '#lib/auth/session-token.ts';
import type { Role } from '#lib/domain/permissions.ts';
import { formAction } from '#lib/forms/action.ts';
import { setUpHarness } from './support/harness.ts';
import { addMember } from './support/members.ts';
import { inRequest } from './support/request.ts';
import { ORIGIN } from './support/settings.ts';

vi.mock('next/headers', () => import('./support/request.ts'));

setUpHarness();
const ran = vi.fn();

const schema = z.object({
  id: z.coerce.number('must be a number').int().positive(),
  note: z.string().max(5, 'is too long').optional(),
  source: z.string().optional(),
});
const action = formAction('payCampaign', schema, async (input, member) => {
  ran(input, member.email);
  return { ok: true, message: 'Done.' };
});

async function send(
  entries: readonly (readonly [string, string | Blob])[],
  {
    role = 'sender',
    headers = { origin: ORIGIN },
  }: { role?: Role | null; headers?: Record<string, string> } = {},
) {
  ran.mockClear();
  const form = new FormData();
  for (const [name, value] of entries) form.append(name, value);
  const member = role && (await addMember(`${role}@mailroom.test`, role));
  const cookies = member ? { [sessionCookie()]: await issueToken(member) } : {};
  return inRequest({ headers, cookies }, () => action({}, form));
}

describe('a server action', () => {
  it.each([undefined, null, [], {}, 'id=12', new URLSearchParams({ id: '12' })])(
    'is called by hand with %o instead of a form: nothing is done',
    async (form) => {
      ran.mockClear();
      const headers = { origin: ORIGIN };
      const call = () => inRequest({ headers }, () => action({}, form as FormData));
      expect(await call()).toMatchObject({ message: 'The form was incomplete. Nothing was done.' });
      expect(ran).not.toHaveBeenCalled();
    },
  );

  it('runs with what was parsed, for the member who sent it', async () => {
    expect(
      await send([
        ['id', '12'],
        ['note', ''],
      ]),
    ).toEqual({ ok: true, message: 'Done.' });
    expect(ran).toHaveBeenCalledExactlyOnceWith({ id: 12 }, 'sender@mailroom.test');
  });

  it('gives back sentences by field and all that was typed, but no secret', async () => {
    expect(
      await send([
        ['id', 'x'],
        ['note', 'much too long'],
        ['source', 'tok_canary'],
      ]),
    ).toEqual({
      fields: { id: expect.any(String), note: 'is too long' },
      values: { id: 'x', note: 'much too long' },
    });
    expect(ran).not.toHaveBeenCalled();
  });

  it.each([
    [
      'a field it does not have',
      [
        ['id', '1'],
        ['admin', 'true'],
      ],
      'admin',
    ],
    [
      'a prototype',
      [
        ['id', '1'],
        ['__proto__', 'x'],
      ],
      '__proto__',
    ],
    [
      'a field twice',
      [
        ['id', '1'],
        ['id', '2'],
      ],
      'id',
    ],
    ['a zero byte', [['id', '1\0']], 'id'],
    ['a file', [['id', new Blob(['1'])]], 'id'],
  ] as const)('refuses %s by name', async (_, entries, field) => {
    const { fields } = await send(entries);
    expect(Object.keys(fields ?? {})).toContain(field);
    expect(ran).not.toHaveBeenCalled();
  });

  it('leaves React’s own fields alone', async () => {
    expect(
      await send([
        ['$ACTION_ID_abc', ''],
        ['$ACTION_REF_1', ''],
        ['id', '1'],
      ]),
    ).toMatchObject({ ok: true });
  });

  it.each([
    ['no origin', {}],
    ['another origin', { origin: 'https://evil.example' }],
    ['another port', { origin: 'http://console.test:3001' }],
    ['another scheme', { origin: 'https://console.test:3000' }],
    [
      'forged hosts with it',
      { origin: 'http://evil.example', host: 'evil.example', 'x-forwarded-host': 'evil.example' },
    ],
    ['a sandboxed frame', { origin: 'null', 'sec-fetch-site': 'cross-site' }],
    ['a sibling site', { 'sec-fetch-site': 'same-site' }],
  ])('with %s does not run', async (_, headers) => {
    expect(await send([['id', '1']], { headers })).toMatchObject({ failure: { kind: 'forbidden' } });
    expect(ran).not.toHaveBeenCalled();
  });

  it.each([{ 'sec-fetch-site': 'same-origin' }, { origin: 'null', 'sec-fetch-site': 'same-origin' }])(
    'runs with %j',
    async (headers) => {
      expect(await send([['id', '1']], { headers: headers as Record<string, string> })).toMatchObject({
        ok: true,
      });
    },
  );

  it('does not run for nobody, or for a role that may not', async () => {
    for (const role of [null, 'viewer'] as const) {
      expect(await send([['id', '1']], { role })).toMatchObject({
        failure: { kind: 'forbidden' },
        values: { id: '1' },
      });
      expect(ran).not.toHaveBeenCalled();
    }
  });

  it('lets a redirect through', async () => {
    const redirecting = formAction('member', z.object({}), async () => {
      throw Object.assign(new Error('NEXT_REDIRECT'), { digest: 'NEXT_REDIRECT;push;/x;307;' });
    });
    const member = await addMember('viewer@mailroom.test', 'viewer');
    const cookies = { [sessionCookie()]: await issueToken(member) };
    await expect(
      inRequest({ headers: { origin: ORIGIN }, cookies }, () => redirecting({}, new FormData())),
    ).rejects.toThrow('NEXT_REDIRECT');
  });
});

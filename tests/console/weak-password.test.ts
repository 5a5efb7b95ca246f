import { describe, expect, it } from 'vitest';
import { findPasswordWeakness } from '#lib/auth/weak-password.ts';

const EMAIL = 'Grace.Hopper@brightwater.example';

describe('a new password', () => {
  it.each([
    ['password1234', 'common'],
    ['Password1234!', 'common'],
    ['!!!Sunshine2026', 'common'],
    ['123456789012', 'common'],
    ['aaaaaaaaaaaaaa', 'repetitive'],
    ['abcabcabcabcab', 'repetitive'],
    ['grace.hopper12', 'like_address'],
    ['GRACE.HOPPER@brightwater.example', 'like_address'],
    ['correct horse battery staple', null],
    ['mailroom-demo', 'expected'],
    ['Direct Mail 2026', 'expected'],
    ['Brightwater26!', 'expected'],
    ['brightwater likes tall ships', null],
    ['a password of their own', null],
    ['grace.hopper likes tall ships', null],
  ] as const)('is judged: %s (%s)', async (password, weakness) => {
    expect(await findPasswordWeakness(password, EMAIL)).toBe(weakness);
  });

  it('may contain a short name by chance', async () => {
    expect(await findPasswordWeakness('announcement', 'ann@brightwater.example')).toBe(null);
  });
});

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { findPasswordWeakness } from '#lib/auth/weak-password.ts';
import { EXPECTED_WORDS } from '#lib/domain/password-weakness.ts';
import { root } from '#scripts/program.ts';

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
  ] as const)('is checked for weaknesses: %s (%s)', async (password, weakness) => {
    expect(await findPasswordWeakness(password, EMAIL)).toBe(weakness);
  });

  it('can’t be one of the words in docs/operations.md, which lists every forbidden word', async () => {
    const guide = await readFile(join(root, 'docs/operations.md'), 'utf8');
    const [, section = ''] = guide.split('\n## Passwords\n');
    for (const word of EXPECTED_WORDS) {
      expect(section.split('\n## ')[0]).toContain(`\`${word}\``);
      expect(await findPasswordWeakness(`${word}-26-sun`.slice(0, word.length + 7), EMAIL)).toBe('expected');
    }
  });

  it('may contain a word that happens to contain the member’s short name', async () => {
    expect(await findPasswordWeakness('announcement', 'ann@brightwater.example')).toBe(null);
  });
});

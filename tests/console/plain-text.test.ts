/**
 * Tests that human-readable text can't contain invisible characters or characters that change its direction.
 */
import { describe, expect, it, vi } from 'vitest';
import type { z } from 'zod';
import { cancelCampaignAction, decideAsMemberAction } from '#app/(console)/campaigns/[id]/actions.ts';
import { shareAction } from '#app/(console)/campaigns/[id]/share/actions.ts';
import { profileAction } from '#app/(console)/profile/actions.ts';
import { createTokenAction } from '#app/(console)/tokens/actions.ts';
import { decideAction } from '#app/(public)/share/[token]/actions.ts';
import { joinAction } from '#app/join/[token]/actions.ts';
import { profileClaims } from '#lib/auth/oidc-claims.ts';
import { isPlainLine, isPlainText } from '#lib/domain/plain-text.ts';
import type { FormState } from '#lib/forms/form-state.ts';
import { lineField, optionalLineField, textField } from '#lib/forms/text-fields.ts';
import { submitFromPage } from './support/approval.ts';
import { setUpHarness } from './support/harness.ts';

vi.mock('next/headers', () => import('./support/request.ts'));
vi.mock('next/cache', () => ({ refresh: () => undefined }));

const CONTROLS = [
  ...Array.from({ length: 0x20 }, (_, i) => i),
  ...Array.from({ length: 0x21 }, (_, i) => 0x7f + i),
];
const DIRECTIONS = [
  0x61c, 0x200e, 0x200f, 0x202a, 0x202b, 0x202c, 0x202d, 0x202e, 0x2066, 0x2067, 0x2068, 0x2069,
];
const INVISIBLE = [
  0xad, 0x34f, 0x115f, 0x180e, 0x200b, 0x2028, 0x2029, 0x2060, 0x2064, 0x2800, 0x3164, 0xfeff, 0xffa0, 0xfff9,
  0xe0041,
];
const name = (code: number) => `U+${code.toString(16).toUpperCase().padStart(4, '0')}`;

const LEGITIMATE = [
  'Ada Brightwater',
  'Zoë O’Brien-Šimůnek',
  'Nguyễn Thị Ánh',
  'محمد عبد الله',
  'می‌خواهم', // Persian, with a zero-width non-joiner
  'שָׁלוֹם בֶּן־דָּוִד',
  'क्‍ष', // Devanagari, with a zero-width joiner
  '葛\u{e0100}飾', // Japanese, with a variation selector
  '李小龍',
  'Rainbow 👩‍👩‍👧 🏳️‍🌈 ❤️',
  'Office #3 (2nd floor) – “north”',
];

const parse = (schema: z.ZodType, value: string) => {
  const parsed = schema.safeParse(value);
  return parsed.success ? parsed.data : parsed.error.issues.map(({ message }) => message);
};

const MISLEADING = ['This text contains invisible characters. Type it again instead of pasting it.'];
const line = lineField('Enter a name.', 100);

describe('a line of text', () => {
  it.each([...DIRECTIONS, ...INVISIBLE].map(name))('can’t contain %s', (code) => {
    const text = `Ann ${String.fromCodePoint(Number.parseInt(code.slice(2), 16))} Lee`;
    expect(isPlainLine(text)).toBe(false);
    expect(isPlainText(text)).toBe(false);
    for (const schema of [line, optionalLineField(100), textField(100)])
      expect(parse(schema, text)).toEqual(MISLEADING);
  });

  it('can’t contain control characters', () => {
    const accepted = CONTROLS.filter((code) => isPlainLine(`a${String.fromCodePoint(code)}b`));
    expect(accepted.map(name)).toEqual([]);
    expect(parse(line, 'a\nb')).toEqual(['Use a single line.']);
  });

  it.each(LEGITIMATE)('can be %j', (text) => {
    for (const schema of [line, optionalLineField(100), textField(100)])
      expect(parse(schema, text)).toBe(text);
  });

  it('must contain a visible character', () => {
    for (const text of ['', '  ', '\u200d', '\u200c \u200d', '\ufe0f'])
      expect(parse(line, text)).toEqual(['Enter a name.']);
  });
});

it('a text with several lines can contain line breaks and tabs, but no other control characters', () => {
  for (const text of ['one\ntwo', 'one\r\ntwo', '1\ttwo']) expect(parse(textField(100), text)).toBe(text);
  const accepted = CONTROLS.filter((code) => isPlainText(`a${String.fromCodePoint(code)}b`));
  expect(accepted.map(name)).toEqual(['U+0009', 'U+000A', 'U+000D']);
});

it('a name from the identity provider is ignored if it contains a forbidden character', () => {
  const claims = {
    iss: 'https://id.example',
    sub: '1',
    email: 'a@b.example',
    verification: true,
    groups: [],
    signedInAt: null,
  };
  const readName = (text: string) => profileClaims.parse({ ...claims, name: text }).name;
  expect(readName('Ada \u202eevE')).toBeNull();
  expect(readName('\u200d')).toBeNull();
  expect(readName('محمد')).toBe('محمد');
});

const harness = setUpHarness();
type FormAction = (previous: FormState, form: FormData) => Promise<FormState>;

describe('a form', () => {
  it.each<[string, FormAction, string]>([
    ['a new member', joinAction, 'name'],
    ['the profile', profileAction, 'name'],
    ['a new API token', createTokenAction, 'name'],
    ['a new share link', shareAction, 'label'],
    ['a guest’s decision', decideAction, 'name'],
    ['a guest’s decision', decideAction, 'comment'],
    ['a member’s decision', decideAsMemberAction, 'comment'],
    ['canceling', cancelCampaignAction, 'reason'],
  ])(
    'for %s refuses such a character beside the field, and keeps what was typed',
    async (_, action, field) => {
      const text = 'Approved by \u202eeroM';
      const state = await submitFromPage(action, { [field]: text }, 'admin@mailroom.test');
      expect(state).toMatchObject({ fields: { [field]: MISLEADING[0] }, values: { [field]: text } });
      expect(harness.service.requests).toEqual([]);
    },
  );
});

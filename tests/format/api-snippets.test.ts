/**
 * Tests that the TypeScript and Python programs on the API page send the same requests. Python might not be
 * installed, so only the TypeScript program is run, in tests/e2e/api-tokens.spec.ts.
 */
import { describe, expect, it } from 'vitest';
import { apiSnippets } from '#lib/format/api-snippets.ts';

const ORIGIN = 'https://mailroom.example';
const programs = apiSnippets(ORIGIN).filter(({ file }) => file !== undefined);

/** Replaces each inserted value with the name of its field, for example `{price['to_be_paid']}`. */
const nameFields = (text: string) => text.replaceAll(/\$?\{[^}]*?(\w+)(?:'\])?\}/g, '{$1}');

it('the programs are written in TypeScript and Python', () => {
  expect(programs.map(({ language }) => language)).toEqual(['TypeScript', 'Python']);
});

describe.each(programs)('the program in $language', ({ code }) => {
  it('calls the console’s API, and only the operations that it needs', () => {
    expect(code).toContain(`${ORIGIN}/api`);
    const calls = [...code.matchAll(/\bcall\(f?(['"`])(.+?)\1[,)]/g)];
    expect(calls.map(([, , path = '']) => nameFields(path))).toEqual([
      '/v1/campaigns?status=draft&per_page=5',
      '/v1/campaigns/{id}/checkout',
      '/v1/campaigns/12/cancel',
    ]);
  });

  it.each(['MAILROOM_TOKEN', 'Bearer ', 'Retry-After', 'Idempotency-Key', 'without_sender'])(
    'contains %s',
    (text) => expect(code).toContain(text),
  );

  it('prints the number of recipients and the price of each draft', () => {
    const [, line = ''] = /(?:console\.log\(`|print\(f")(.+)[`"]\)/.exec(code) ?? [];
    expect(nameFields(line)).toBe('Campaign {id}: {recipient_count} recipients, {to_be_paid} to pay');
  });
});

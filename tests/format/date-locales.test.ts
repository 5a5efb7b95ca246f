import { expect, test } from 'vitest';
import { chooseDateLocale } from '#lib/format/date-locales.ts';
import { readAcceptedLanguages } from '#lib/http/accepted-languages.ts';

test.each([
  ['en', 'en-US'],
  ['en-us', 'en-US'],
  ['en-GB', 'en-GB'],
  ['en-IN', 'en-IN'],
  ['en-150', 'en-150'],
  ['en-GB-oxendict', 'en-GB'],
  ['de', 'en-DE'],
  ['de-Latn-AT', 'en-AT'],
  ['es-US', 'en-US'],
  ['ja', 'en-JP'],
  ['zh-Hant', 'en-001'],
  ['zh-CN', 'en-150'],
  ['pt', 'en-150'],
  ['en-BR', 'en-150'],
  ['es-MX', 'en-001'],
  ['ar-EG-u-nu-arab-ca-islamic', 'en-001'],
  ['tlh-DE', 'en-DE'],
])('dates for the language %s are formatted as in %s', (tag, locale) => {
  expect(chooseDateLocale([tag])).toBe(locale);
});

test.each(['en-XX', 'zz-QX', 'qq-YY', 'en-001'])('the tag %s doesn’t result in the US format', (tag) => {
  expect(chooseDateLocale([tag])).toBe('en-001');
});

test.each(['', '*', 'x', 'i-klingon', 'english', 'en_US', '__proto__', '<b>', 'a'.repeat(50), 'xx'])(
  'the tag %j is skipped, because it names no region',
  (tag) => {
    expect(chooseDateLocale([tag])).toBe('en-US');
    expect(chooseDateLocale([tag, 'en-GB'])).toBe('en-GB');
  },
);

test.each([
  [null, []],
  ['', []],
  ['en-GB', ['en-GB']],
  ['fr-CH, fr;q=0.9, en;q=0.8, *;q=0.5', ['fr-CH', 'fr', 'en', '*']],
  ['en;q=0.1, de;q=0.9', ['de', 'en']],
  ['en-US;q=0, de', ['de']],
  [',,;q=1,', []],
])('the languages in the header %j are %j', (header, tags) => {
  expect(readAcceptedLanguages(header)).toEqual(tags);
});

test('only the first languages of a long header are read', () => {
  expect(readAcceptedLanguages(Array(50).fill('en').join())).toHaveLength(10);
  // The console reads only the first 200 characters, which end before the last language's q-value.
  const header = `en;q=0.9,${' '.repeat(189)}fr;q=0.1`;
  expect(readAcceptedLanguages(header)).toEqual(['en']);
  expect(readAcceptedLanguages('x'.repeat(100_000))).toEqual([]);
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { loginPath, safePath } from '#lib/http/callback-url.ts';

const ORIGIN = 'https://mailroom.example';

describe('where to go after signing in', () => {
  it.each([
    ['/campaigns', '/campaigns'],
    ['/campaigns/12?tab=a&b=%2F#top', '/campaigns/12?tab=a&b=%2F#top'],
    [`${ORIGIN}/campaigns`, '/campaigns'],
    ['/', '/'],
  ])('%j is kept', (wanted, path) => {
    expect(safePath(wanted, ORIGIN)).toBe(path);
  });

  it.each([
    '//evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    'https://evil.example/',
    'https://mailroom.example.evil.example/',
    'https://mailroom.example@evil.example/',
    'http://mailroom.example/',
    '/\t/evil.example',
    '/\n/evil.example',
    ' //evil.example',
    '/..//evil.example',
    '/./\\/evil.example',
    '/a/../..//evil.example',
    'javascript:alert(1)',
    'data:text/html,x',
    '/%zz',
    '%',
    'campaigns',
    '',
    '/login',
    '/login?callbackUrl=/login',
    '/api/auth/signout',
    `/${'a'.repeat(3_000)}`,
    undefined,
    null,
    ['/campaigns'],
    { toString: () => '/campaigns' },
  ])('%j leads to the start page', (wanted) => {
    expect(safePath(wanted, ORIGIN)).toBe('/');
  });

  it('nothing at all leads off the console', () => {
    const parts = fc.constantFrom(
      '/',
      '\\',
      '.',
      '..',
      'evil.example',
      '@',
      ':',
      '%2f',
      '%',
      '?',
      '#',
      '\t',
      'a',
      'https:',
      ORIGIN,
    );
    fc.assert(
      fc.property(fc.array(parts, { maxLength: 8 }), (pieces) => {
        const path = safePath(pieces.join(''), ORIGIN);
        const url = new URL(path, ORIGIN);
        expect(url.origin).toBe(ORIGIN);
        expect(path).toMatch(/^\/(?!\/)/);
      }),
      { numRuns: 2_000 },
    );
  });

  it('is carried by the sign-in page’s address', () => {
    expect(loginPath('/')).toBe('/login');
    expect(loginPath('/a?b=c&d')).toBe('/login?callbackUrl=%2Fa%3Fb%3Dc%26d');
  });
});

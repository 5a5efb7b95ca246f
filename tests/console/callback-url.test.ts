import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { loginPath, safeCallbackPath } from '#lib/http/callback-url.ts';

const ORIGIN = 'https://mailroom.example';

describe('signing in', () => {
  it.each([
    ['/campaigns', '/campaigns'],
    ['/campaigns/12?tab=a&b=%2F#top', '/campaigns/12?tab=a&b=%2F#top'],
    [`${ORIGIN}/campaigns`, '/campaigns'],
    ['/', '/'],
  ])('redirects to the callback URL %j', (callbackUrl, path) => {
    expect(safeCallbackPath(callbackUrl, ORIGIN)).toBe(path);
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
  ])('redirects to the start page instead of %j', (callbackUrl) => {
    expect(safeCallbackPath(callbackUrl, ORIGIN)).toBe('/');
  });

  it('never redirects outside the console', () => {
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
        const path = safeCallbackPath(pieces.join(''), ORIGIN);
        const url = new URL(path, ORIGIN);
        expect(url.origin).toBe(ORIGIN);
        expect(path).toMatch(/^\/(?!\/)/);
      }),
      { numRuns: 2_000 },
    );
  });

  it('adds the callback URL to the sign-in page’s URL, unless the callback URL is /', () => {
    expect(loginPath('/')).toBe('/login');
    expect(loginPath('/', { ended: 'idle' })).toBe('/login?ended=idle');
    expect(loginPath('/a?b=c&d')).toBe('/login?callbackUrl=%2Fa%3Fb%3Dc%26d');
  });
});

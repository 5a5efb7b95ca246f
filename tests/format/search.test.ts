/** Tests what the search box finds besides campaigns, and how it marks matches. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { pageNumbers } from '#components/lists/page-numbers.ts';
import type { ListedCampaign } from '#lib/domain/campaign-list.ts';
import { findPages } from '#lib/format/search-pages.ts';
import { markMatches, searchGroups } from '#lib/format/search-results.ts';
import { listPath } from '#lib/forms/list-path.ts';

const listed: ListedCampaign = {
  campaign: { id: 4999, status: 'draft', meta_data: { store: 'Kingston', order: 'PO-23155' } },
  given: undefined,
  templateName: { first: 'Winter service', current: 'Winter service' },
  customer: { id: 7, email: 'kingston@marlowmotors.example' },
  amounts: undefined,
};
const NOTHING = { campaigns: [], customers: [], templates: [], views: [] };

describe('the search box', () => {
  test.each([
    ['team', 'Team'],
    ['inv', 'Team'],
    ['export csv', 'Export campaigns as CSV'],
    ['PAID not', 'Paid, not sent'],
    ['passkey', 'Your profile'],
    ['new share link', 'New share link: choose a campaign'],
  ])('finds pages and actions: “%s” finds %s', (query, title) =>
    expect(findPages(query).map((page) => page.title)).toContain(title),
  );

  test('finds all pages before the member types anything, and none for unknown words', () => {
    expect(findPages('').length).toBeGreaterThan(10);
    expect(findPages('zzz')).toEqual([]);
    expect(findPages('%')).toEqual([]);
  });

  test('hides pages that the member’s role doesn’t allow', () => {
    const groups = searchGroups('team', NOTHING, ({ needs }) => needs !== 'manageTeam');
    expect(JSON.stringify(groups)).not.toContain('/team');
  });

  test('shows the metadata that matched the search', () => {
    const [group] = searchGroups('po-23155', { ...NOTHING, campaigns: [listed] }, () => false);
    expect(group?.title).toBe('Campaigns');
    expect(group?.results).toEqual([
      {
        href: '/campaigns/4999',
        title: [['Winter service #4999', false]],
        detail: [
          ['kingston@marlowmotors.example · order ', false],
          ['PO', true],
          ['-', false],
          ['23155', true],
        ],
        note: 'Draft',
      },
    ]);
  });

  test('marks the beginnings of words, and never changes the text', () => {
    expect(markMatches('Winter service', 'win')).toEqual([
      ['Win', true],
      ['ter service', false],
    ]);
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.string(), (text, query) => {
        const parts = markMatches(text, query);
        expect(parts.map(([part]) => part).join('')).toBe(text);
      }),
    );
  });
});

describe('the page numbers below a list', () => {
  test.each([
    [1, 1, '1'],
    [1, 7, '1 2 3 4 5 6 7'],
    [1, 10, '1 2 3 4 5 … 10'],
    [5, 10, '1 … 4 5 6 … 10'],
    [9, 10, '1 … 6 7 8 9 10'],
  ])('on page %i of %i, the page numbers below a list are %s', (page, total, text) =>
    expect(
      pageNumbers(page, total)
        .map((number) => number ?? '…')
        .join(' '),
    ).toBe(text),
  );

  test('always contain the first, the current, and the last page', () =>
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1_000 }), fc.integer({ min: 1, max: 1_000 }), (a, b) => {
        const [page, total] = [Math.min(a, b), Math.max(a, b)];
        expect(pageNumbers(page, total)).toEqual(expect.arrayContaining([1, page, total]));
        expect(pageNumbers(page, total).length).toBeLessThanOrEqual(7);
      }),
    ));
});

describe('the Display menu', () => {
  test.each([
    ['/campaigns?q=a&page=3&columns=price&density=compact&per_page=50', '/campaigns?q=a'],
    ['/customers/7?status=draft', '/customers/7?status=draft'],
    ['https://evil.example/campaigns', '/campaigns'],
    ['//evil.example/campaigns', '/campaigns'],
    ['/\\evil.example', '/campaigns'],
    ['/team', '/campaigns'],
    ['', '/campaigns'],
  ])('leads from %j back to %s', (url, path) => expect(listPath(url)).toBe(path));
});

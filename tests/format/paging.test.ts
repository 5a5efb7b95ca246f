import { describe, expect, test } from 'vitest';
import { countPages } from '#lib/domain/campaign-list.ts';
import { pagingHref, readPagingQuery } from '#lib/forms/paging.ts';

describe('readPagingQuery', () => {
  test('reads the page number and the page size from the URL', () => {
    const query = readPagingQuery({ page: '3', per_page: ' 25 ', other: 'x' });
    expect(query).toEqual({
      typed: { page: '3', per_page: '25' },
      errors: {},
      filters: { page: 3, per_page: 25 },
      hasBlanks: false,
    });
    expect(pagingHref('/customers', query.typed)).toBe('/customers?per_page=25&page=3');
    expect(pagingHref('/customers', query.typed, { page: '1', per_page: '10' })).toBe('/customers');
    expect(pagingHref('/customers', query.typed, { page: '4' })).toBe('/customers?per_page=25&page=4');
  });

  test.each([
    ['page', '0'],
    ['page', 'x'],
    ['page', '1'.repeat(30)],
    ['per_page', '101'],
    ['per_page', '-1'],
  ] as const)('rejects the parameter %s=%s with a sentence', (name, value) => {
    const { errors, filters } = readPagingQuery({ [name]: value });
    expect(errors[name]).toMatch(/^Enter .*\.$/);
    expect(filters).toEqual({ per_page: 10 });
  });

  test('reports repeated and blank parameters', () => {
    expect(readPagingQuery({ page: ['1', '2'] }).errors.page).toBe('Enter only one value.');
    expect(readPagingQuery({ page: '' })).toMatchObject({
      hasBlanks: true,
      errors: {},
      filters: { per_page: 10 },
    });
  });
});

describe('countPages', () => {
  test('counts the pages of a counted list, up to the last page that can be read', () => {
    const counted = { page: 1, perPage: 50, shown: 50, isPartial: false };
    expect(countPages({ ...counted, total: 301 })).toEqual({ total: 301, totalPages: 7, isCutOff: false });
    expect(countPages({ ...counted, shown: 0, total: 0 })).toEqual({
      total: 0,
      totalPages: 1,
      isCutOff: false,
    });
    expect(countPages({ ...counted, total: 10_051 })).toMatchObject({ totalPages: 201, isCutOff: true });
  });

  test('offers another page after every full page if only some campaigns were counted', () => {
    const partial = { perPage: 50, shown: 50, total: 301, isPartial: true };
    expect(countPages({ ...partial, page: 1 })).toEqual({ total: 301, totalPages: 7, isCutOff: false });
    expect(countPages({ ...partial, page: 7 })).toEqual({ total: 350, totalPages: 8, isCutOff: false });
    expect(countPages({ ...partial, page: 200 })).toEqual({
      total: 10_000,
      totalPages: 201,
      isCutOff: false,
    });
    expect(countPages({ ...partial, page: 201 })).toEqual({ total: 10_050, totalPages: 201, isCutOff: true });
  });

  test('ends after a page that isn’t full', () => {
    const last = { page: 9, perPage: 50, shown: 12, total: 301, isPartial: true };
    expect(countPages(last)).toEqual({ total: 412, totalPages: 9, isCutOff: false });
    expect(countPages({ ...last, page: 10, shown: 0 })).toMatchObject({ total: 301, totalPages: 7 });
  });
});

import { describe, expect, test } from 'vitest';
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

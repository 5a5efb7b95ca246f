/** The maximum number of page links, including the first and the last page. */
const MAX_NUMBERS = 7;

/**
 * Returns the page numbers to link to: the first page, the last page, and the pages around the current page. An
 * undefined entry represents a gap between two numbers.
 */
export function pageNumbers(page: number, totalPages: number): readonly (number | undefined)[] {
  if (totalPages <= MAX_NUMBERS) return range(1, totalPages);
  const nearStart = page <= 4;
  const nearEnd = page >= totalPages - 3;
  if (nearStart) return [...range(1, 5), undefined, totalPages];
  if (nearEnd) return [1, undefined, ...range(totalPages - 4, totalPages)];
  return [1, undefined, ...range(page - 1, page + 1), undefined, totalPages];
}

const range = (from: number, to: number): readonly number[] =>
  Array.from({ length: to - from + 1 }, (_, i) => from + i);

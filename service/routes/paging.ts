import { DEFAULT_PAGE, DEFAULT_PER_PAGE } from '#lib/contract/limits.ts';

/** What a list was asked for, with what part 8 says when it wasn't. */
export function pagingOf(input: { page?: number | undefined; per_page?: number | undefined }) {
  const page = input.page ?? DEFAULT_PAGE;
  const perPage = input.per_page ?? DEFAULT_PER_PAGE;
  return { page, perPage, offset: (page - 1) * perPage };
}

import { SERVICE_DEFAULT_PAGE, SERVICE_DEFAULT_PER_PAGE } from '#lib/contract/service-limits.ts';

/** Reads the page number and page size from a list request. Part 8 of the interface lists the defaults. */
export function readPagination(input: { page?: number | undefined; per_page?: number | undefined }) {
  const page = input.page ?? SERVICE_DEFAULT_PAGE;
  const perPage = input.per_page ?? SERVICE_DEFAULT_PER_PAGE;
  return { page, perPage, offset: (page - 1) * perPage };
}

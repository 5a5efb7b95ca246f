import 'server-only';
import type { Metadata } from 'next';
import type { ReactNode } from 'react';
import { setPageStatus } from '#lib/http/page-status.ts';
import { currentRequestId } from '#lib/runtime/request-context.ts';
import { runInSpan } from '#lib/tracing/spans.ts';

type PageErrorStatus = 403 | 404;

/**
 * Thrown to stop rendering a page and respond with an error page instead. Next's notFound() and
 * forbidden() aren't used, because their error pages are blank without JavaScript.
 */
class PageError extends Error {
  override readonly name = 'PageError';
  readonly status: PageErrorStatus;

  constructor(status: PageErrorStatus) {
    super(`This page must respond with status ${status}.`);
    this.status = status;
  }
}

/** Responds with 404 and the not-found page for the current layout. */
export function pageNotFound(): never {
  throw new PageError(404);
}

/** Responds with 403 and a page that says which roles have access. */
export function pageForbidden(): never {
  throw new PageError(403);
}

// Checks the error's name instead of its class, because each bundle has a separate copy of the class.
const isPageError = (error: unknown): error is PageError =>
  error instanceof Error && error.name === 'PageError';

/**
 * Uses the request's id as the number that the error page shows. Next would use a hash of the error, which
 * can be the same for several requests. The errors that Next throws to redirect already have a digest.
 */
function withRequestId(error: unknown): unknown {
  const digest = currentRequestId();
  return error instanceof Error && !('digest' in error) && digest !== undefined
    ? Object.assign(error, { digest })
    : error;
}

type Page<Props> = (props: Props) => Promise<ReactNode>;

/**
 * Wraps a page, so that pageNotFound() and pageForbidden() respond with the matching error page and status.
 * @param errorPages the error page for each status, as shown in the page's layout
 */
export function withErrorPages<Props>(
  page: Page<Props>,
  errorPages: Readonly<Record<PageErrorStatus, () => ReactNode>>,
): Page<Props> {
  return (props) =>
    runInSpan('page', {}, async () => {
      try {
        return await page(props);
      } catch (error) {
        if (!isPageError(error)) throw withRequestId(error);
        await setPageStatus(error.status);
        return errorPages[error.status]();
      }
    });
}

/** Wraps a layout, so that the error page shows the request's id if the layout fails. */
export const withErrorIds =
  <Props,>(layout: (props: Props) => Promise<ReactNode>) =>
  async (props: Props): Promise<ReactNode> => {
    try {
      return await layout(props);
    } catch (error) {
      throw withRequestId(error);
    }
  };

const TITLES: Readonly<Record<PageErrorStatus, string>> = { 403: 'No access', 404: 'Page not found' };

/** Wraps a page's generateMetadata, so that error pages also have a title. */
export function withErrorTitles<Props>(generate: (props: Props) => Promise<Metadata>) {
  return async (props: Props): Promise<Metadata> => {
    try {
      return await generate(props);
    } catch (error) {
      if (!isPageError(error)) throw error;
      return { title: TITLES[error.status] };
    }
  };
}

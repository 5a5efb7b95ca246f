import 'server-only';
import type { ReactNode } from 'react';
import RootNotFound from './not-found.tsx';
import { withErrorPages } from './page-error.tsx';

/** Defines a page for visitors who might not be signed in. */
export const publicPage = <Props,>(page: (props: Props) => Promise<ReactNode>, NotFound = RootNotFound) =>
  withErrorPages(page, { 403: () => <NotFound />, 404: () => <NotFound /> });

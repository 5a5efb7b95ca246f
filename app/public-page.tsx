import 'server-only';
import type { ReactNode } from 'react';
import { withErrorPages } from './page-error.tsx';
import { PublicNotFound } from './public-not-found.tsx';

/** Defines a page for visitors who might not be signed in. */
export const publicPage = <Props,>(page: (props: Props) => Promise<ReactNode>, NotFound = PublicNotFound) =>
  withErrorPages(page, { 403: () => <NotFound />, 404: () => <NotFound /> });

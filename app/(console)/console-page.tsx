import 'server-only';
import type { ReactNode } from 'react';
import { Forbidden } from '#components/ui/forbidden.tsx';
import { NotFound } from '#components/ui/not-found.tsx';
import { withErrorPages } from '../page-error.tsx';

/** Defines a page with the console's layout and error pages. */
export const consolePage = <Props,>(page: (props: Props) => Promise<ReactNode>) =>
  withErrorPages(page, {
    403: () => (
      <div className="py-14">
        <Forbidden />
      </div>
    ),
    404: () => (
      <div className="py-14">
        <NotFound />
      </div>
    ),
  });

import type { ReactNode } from 'react';
import { BreakableEmail } from './breakable-email.tsx';
import { PageLink } from './page-link.tsx';

export interface Crumb {
  readonly label: string;
  readonly href?: string;
}

interface PageHeaderProps {
  readonly title: string;
  /** The id, which is shown after the title because titles aren't unique. */
  readonly number?: number;
  readonly crumbs?: readonly Crumb[];
  /** Text below the title. */
  readonly note?: ReactNode;
  readonly children?: ReactNode;
}

/** Shows the page's breadcrumbs and title, with the children beside the title. */
export function PageHeader({ title, number, crumbs = [], note, children }: PageHeaderProps) {
  return (
    <header className="mb-5 flex flex-wrap items-end gap-x-4 gap-y-2">
      <div className="min-w-0 grow basis-60">
        {crumbs.length > 0 && (
          <nav aria-label="Breadcrumb" className="mb-1 text-sm text-muted">
            <ol className="flex flex-wrap gap-x-1.5">
              {crumbs.map(({ label, href }, i) => (
                <li key={label} className="flex min-w-0 gap-x-1.5">
                  {i > 0 && <span aria-hidden="true">/</span>}
                  {href === undefined ? (
                    <bdi>{label}</bdi>
                  ) : (
                    <PageLink
                      href={href}
                      className="min-h-6 min-w-6 underline-offset-3 hover:text-ink hover:underline"
                    >
                      <bdi>{label}</bdi>
                    </PageLink>
                  )}
                </li>
              ))}
            </ol>
          </nav>
        )}
        <h1>
          <BreakableEmail text={title} />
          {number !== undefined && <span className="text-[0.72em] text-muted tabular-nums"> #{number}</span>}
        </h1>
        {note !== undefined && <p className="mt-1 text-sm text-muted">{note}</p>}
      </div>
      {children}
    </header>
  );
}

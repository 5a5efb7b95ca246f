import type { ReactNode } from 'react';
import { buttonClass } from '#components/ui/button.ts';
import type { IconName } from '#components/ui/icon.tsx';
import { Message } from '#components/ui/message.tsx';
import { PageLink } from '#components/ui/page-link.tsx';
import { formatPlural } from '#lib/format/text.ts';

interface EmptyStateProps {
  readonly icon: IconName;
  readonly title: string;
  readonly children: ReactNode;
}

/** A message that is shown instead of an empty list. */
export function EmptyState({ icon, title, children }: EmptyStateProps) {
  return (
    <div className="rounded-lg border border-dashed border-edge/60 px-5 py-14">
      <Message icon={icon} tone="muted" title={title} headingLevel={2}>
        {children}
      </Message>
    </div>
  );
}

export function EmptyStateLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <PageLink href={href} className={buttonClass('plain', 'mt-4')}>
      {children}
    </PageLink>
  );
}

interface BeyondLastPageProps {
  /** The page number in the URL. */
  readonly page: string | undefined;
  readonly totalPages: number;
  readonly lastHref: string;
}

export function BeyondLastPage({ page, totalPages, lastHref }: BeyondLastPageProps) {
  return (
    <EmptyState icon="not-found" title="This page doesn’t exist">
      <p>
        You requested page {page}, but the list has only {formatPlural(totalPages, 'page')}.
      </p>
      <EmptyStateLink href={lastHref}>Go to last page</EmptyStateLink>
    </EmptyState>
  );
}

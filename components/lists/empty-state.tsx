import type { ReactNode } from 'react';
import { buttonClass } from '#components/ui/button.ts';
import type { IconName } from '#components/ui/icon.tsx';
import { Message } from '#components/ui/message.tsx';
import { PageLink } from '#components/ui/page-link.tsx';
import { plural } from '#lib/format/text.ts';

interface NothingProps {
  readonly icon: IconName;
  readonly title: string;
  readonly children: ReactNode;
}

/** What stands where a list would. */
export function EmptyState({ icon, title, children }: NothingProps) {
  return (
    <div className="rounded-lg border border-dashed border-edge/60 px-5 py-14">
      <Message icon={icon} tone="muted" title={title} level={2}>
        {children}
      </Message>
    </div>
  );
}

export function ToList({ href, children }: { href: string; children: ReactNode }) {
  return (
    <PageLink href={href} className={buttonClass('plain', 'mt-4')}>
      {children}
    </PageLink>
  );
}

interface BeyondProps {
  /** As it stands in the address. */
  readonly page: string | undefined;
  readonly totalPages: number;
  readonly lastHref: string;
}

export function BeyondLastPage({ page, totalPages, lastHref }: BeyondProps) {
  return (
    <EmptyState icon="astray" title="Beyond the last page">
      <p>
        There is no page {page}: the list ends after {plural(totalPages, 'page')}.
      </p>
      <ToList href={lastHref}>Go to the last page</ToList>
    </EmptyState>
  );
}

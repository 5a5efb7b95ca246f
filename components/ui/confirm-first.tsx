import type { ReactNode } from 'react';
import { buttonClass } from './button.ts';
import { PageLink } from './page-link.tsx';

interface ConfirmFirstProps {
  /** The page where members confirm their identity. */
  readonly href: string;
  /** Why the member has to confirm their identity. */
  readonly children: ReactNode;
}

/** Replaces a form that requires recent authentication. */
export function ConfirmFirst({ href, children }: ConfirmFirstProps) {
  return (
    <div className="grid gap-4">
      <p className="text-muted">{children}</p>
      <PageLink href={href} className={buttonClass('primary')}>
        Confirm that it’s you
      </PageLink>
    </div>
  );
}

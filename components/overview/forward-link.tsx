import { ControlIcon } from '#components/ui/control-icon.tsx';
import { PageLink } from '#components/ui/page-link.tsx';

interface ForwardLinkProps {
  readonly href: string;
  /** Says where the link leads, for screen readers. Contains the visible text. */
  readonly label: string;
  readonly className?: string;
  readonly children: string;
}

/** A short link with an arrow, such as "All", to show beside a heading. */
export function ForwardLink({ href, label, className = '', children }: ForwardLinkProps) {
  return (
    <PageLink
      href={href}
      aria-label={label}
      className={`inline-flex min-h-6 items-center text-sm text-muted hover:text-ink ${className}`}
    >
      {children}
      <ControlIcon name="next" className="size-4" />
    </PageLink>
  );
}

import type { ReactNode } from 'react';
import { PageLink } from '#components/ui/page-link.tsx';
import { formatCount } from '#lib/format/text.ts';

interface OverviewSectionProps {
  readonly title: string;
  readonly tone?: 'red' | 'amber';
  readonly link?: ReactNode;
  readonly empty?: string;
  readonly children: readonly ReactNode[];
}

const BORDERS = { red: 'border-red/50', amber: 'border-amber/50', none: 'border-line' } as const;

export function OverviewSection({ title, tone, link, empty, children }: OverviewSectionProps) {
  return (
    <section
      className={`@container min-w-0 rounded-lg border bg-card shadow-card ${BORDERS[tone ?? 'none']}`}
    >
      <header className="flex items-baseline justify-between gap-3 border-b border-line px-4.5 py-3">
        <h2>{title}</h2>
        {link}
      </header>
      {children.length === 0 ? (
        <p className="px-4.5 py-6 text-center text-muted">{empty}</p>
      ) : (
        <ul className="divide-y divide-line">{children}</ul>
      )}
    </section>
  );
}

export function ViewAllLink({ href, count, noun }: { href: string; count: number; noun: string }) {
  if (count === 0) return null;
  return (
    <PageLink href={href} className="text-sm text-muted underline underline-offset-3 hover:text-ink">
      All {formatCount(count)} {noun}
    </PageLink>
  );
}

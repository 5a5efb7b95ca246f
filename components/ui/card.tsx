import type { ReactNode } from 'react';

interface CardProps {
  readonly title?: ReactNode;
  /** Content beside the title, such as a count or a link. */
  readonly aside?: ReactNode;
  readonly id?: string;
  readonly className?: string;
  readonly children: ReactNode;
}

export function Card({ title, aside, id, className = '', children }: CardProps) {
  return (
    <section
      id={id}
      className={`min-w-0 rounded-lg border border-line bg-card p-4.5 shadow-card ${className}`}
    >
      {title !== undefined && (
        <div className="mb-3 flex items-baseline justify-between gap-3">
          <h2>{title}</h2>
          {aside}
        </div>
      )}
      {children}
    </section>
  );
}

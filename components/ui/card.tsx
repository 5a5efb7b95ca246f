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
    <section id={id} className={`card ${className}`}>
      {title !== undefined && (
        <div className="card-title">
          <h2>{title}</h2>
          {aside}
        </div>
      )}
      {children}
    </section>
  );
}

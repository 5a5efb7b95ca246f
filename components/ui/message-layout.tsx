import type { ReactNode } from 'react';

const TONES = {
  green: 'bg-green/14 text-green',
  amber: 'bg-amber/14 text-amber',
  red: 'bg-red/12 text-red',
  blue: 'bg-blue/12 text-blue',
  muted: 'bg-muted/14 text-muted',
} as const;

export interface MessageLayoutProps {
  readonly icon: ReactNode;
  readonly tone: keyof typeof TONES;
  readonly title: string;
  /** The heading level: 1 if the message is the whole page, or 2 if the message is part of a page. */
  readonly headingLevel?: 1 | 2;
  readonly children?: ReactNode;
}

/** The layout of a message. Error pages use it without `Message`, which would load every icon in the browser. */
export function MessageLayout({ icon, tone, title, headingLevel = 1, children }: MessageLayoutProps) {
  const Title = headingLevel === 1 ? 'h1' : 'h2';
  return (
    <div className="flex flex-col items-center text-center">
      <span className={`mb-3.5 grid size-13 place-items-center rounded-full ${TONES[tone]}`}>{icon}</span>
      <Title className={headingLevel === 2 ? 'font-serif text-lg font-semibold' : ''}>{title}</Title>
      <div className="mt-2 w-full max-w-prose text-muted text-pretty">{children}</div>
    </div>
  );
}

import type { ReactNode } from 'react';

const TONES = { blue: 'text-blue', amber: 'text-amber', red: 'text-red', green: 'text-green' } as const;
type NoteTone = keyof typeof TONES;

interface NoteProps {
  readonly tone?: NoteTone;
  readonly title?: string;
  /**
   * The ARIA role: `alert` for a new error, `status` for any other change, or undefined for static content.
   */
  readonly role?: 'alert' | 'status';
  readonly children?: ReactNode;
}

export function Note({ tone = 'blue', title, role, children }: NoteProps) {
  return (
    <div
      role={role}
      className={`tint min-w-0 rounded-r-md border-l-3 border-solid! border-l-current! px-3.5 py-2.5 text-sm ${TONES[tone]}`}
    >
      <div className="text-ink">
        {title !== undefined && <p className="font-semibold">{title}</p>}
        {children}
      </div>
    </div>
  );
}

import { sentenceCase } from '#lib/format/text.ts';
import { buttonClass } from '../ui/button.ts';

export interface AccountProps {
  readonly email: string;
  readonly role: string;
  /** "Eastern Time". */
  readonly zone: string;
  readonly signOut: () => Promise<void>;
}

export function Account({ email, role, zone, signOut }: AccountProps) {
  return (
    <>
      <div dir="auto">{email}</div>
      <div className="text-xs text-muted">
        {sentenceCase(role)} · {zone}
      </div>
      <form action={signOut} className="mt-2">
        <button type="submit" className={buttonClass('plain', 'w-full text-sm rail:py-1.5')}>
          Sign out
        </button>
      </form>
    </>
  );
}

import { sentenceCase } from '#lib/format/text.ts';
import { buttonClass } from '../ui/button.ts';
import { PageLink } from '../ui/page-link.tsx';

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
      <PageLink
        href="/docs"
        className="mt-1 inline-block min-h-6 text-xs text-muted underline decoration-edge underline-offset-3 hover:text-ink hover:decoration-current"
      >
        Interface for programs
      </PageLink>
      <form action={signOut} className="mt-2">
        <button type="submit" className={buttonClass('plain', 'w-full text-sm rail:py-1.5')}>
          Sign out
        </button>
      </form>
    </>
  );
}

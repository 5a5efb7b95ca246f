import { buttonClass } from '#components/ui/button.ts';
import { PageLink } from '#components/ui/page-link.tsx';
import { sentenceCase } from '#lib/format/text.ts';

export interface AccountProps {
  readonly email: string;
  readonly name: string | null;
  readonly role: string;
  /** "Eastern Time". */
  readonly zone: string;
  /** Whether they look after the team. */
  readonly canManageTeam: boolean;
  readonly signOut: () => Promise<void>;
}

const LINK =
  'inline-block min-h-6 underline decoration-edge underline-offset-3 hover:text-ink hover:decoration-current';

export function Account({ email, name, role, zone, canManageTeam: managesTeam, signOut }: AccountProps) {
  return (
    <>
      {name !== null && <div dir="auto">{name}</div>}
      <div dir="auto" className={name === null ? '' : 'text-xs text-muted'}>
        {email}
      </div>
      <div className="text-xs text-muted">
        {sentenceCase(role)} · {zone}
      </div>
      <p className="mt-1 flex flex-wrap gap-x-3 text-xs text-muted">
        <PageLink href="/profile" className={LINK}>
          Your profile
        </PageLink>
        {managesTeam && (
          <PageLink href="/team" className={`rail:hidden ${LINK}`}>
            Team
          </PageLink>
        )}
        <PageLink href="/activity" className={`rail:hidden ${LINK}`}>
          Activity
        </PageLink>
        <PageLink href="/docs" className={LINK}>
          API
        </PageLink>
      </p>
      <form action={signOut} className="mt-2">
        <button type="submit" className={buttonClass('plain', 'w-full text-sm rail:py-1.5')}>
          Sign out
        </button>
      </form>
    </>
  );
}

import { PageLink } from '#components/ui/page-link.tsx';
import { sentenceCase } from '#lib/format/text.ts';
import { SignOutForm } from './sign-out-form.tsx';

export interface AccountProps {
  readonly email: string;
  readonly name: string | null;
  readonly role: string;
  /** The time zone's name, such as "Eastern Time". */
  readonly zone: string;
  readonly canManageTeam: boolean;
  readonly signOut: (form: FormData) => Promise<void>;
}

const LINK_CLASS =
  'inline-block min-h-6 underline decoration-edge underline-offset-3 hover:text-ink hover:decoration-current';

export function Account({ email, name, role, zone, canManageTeam, signOut }: AccountProps) {
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
        <PageLink href="/profile" className={LINK_CLASS}>
          Your profile
        </PageLink>
        {canManageTeam && (
          <PageLink href="/team" className={`rail:hidden ${LINK_CLASS}`}>
            Team
          </PageLink>
        )}
        <PageLink href="/templates" className={`rail:hidden ${LINK_CLASS}`}>
          Templates
        </PageLink>
        <PageLink href="/spending" className={`rail:hidden ${LINK_CLASS}`}>
          Spending
        </PageLink>
        <PageLink href="/activity" className={`rail:hidden ${LINK_CLASS}`}>
          Activity
        </PageLink>
        <PageLink href="/docs" className={LINK_CLASS}>
          API
        </PageLink>
      </p>
      <SignOutForm signOut={signOut} />
    </>
  );
}

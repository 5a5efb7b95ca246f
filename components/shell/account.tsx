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
        <PageLink href="/profile" className="account-link">
          Your profile
        </PageLink>
        {canManageTeam && (
          <PageLink href="/team" className="account-link rail:hidden">
            Team
          </PageLink>
        )}
        <PageLink href="/templates" className="account-link rail:hidden">
          Templates
        </PageLink>
        <PageLink href="/spending" className="account-link rail:hidden">
          Spending
        </PageLink>
        <PageLink href="/activity" className="account-link rail:hidden">
          Activity
        </PageLink>
        <PageLink href="/docs" className="account-link">
          API
        </PageLink>
      </p>
      <SignOutForm signOut={signOut} />
    </>
  );
}

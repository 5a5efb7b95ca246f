import { SelectField } from '#components/forms/select-field.tsx';
import { Card } from '#components/ui/card.tsx';
import { PageLink } from '#components/ui/page-link.tsx';
import {
  type ActionTarget,
  endsPermission,
  type MemberAction,
  type MemberLinks,
  type OpenLink,
} from '#lib/domain/member-actions.ts';
import { memberName } from '#lib/format/team.ts';
import { formatPlural } from '#lib/format/text.ts';

/** The maximum number of links or invitations to list individually. */
const MAX_NAMED = 5;

interface LinksToRevokeProps {
  readonly action: MemberAction;
  readonly member: ActionTarget;
  readonly memberLinks: MemberLinks;
}

/**
 * Lists the share links and invitations that the action would revoke, and lets the admin transfer the links.
 * Shows nothing if the action wouldn't revoke any links or invitations.
 */
export function LinksToRevoke({ action, member, memberLinks }: LinksToRevokeProps) {
  const { openLinks, openInvitations, linkRecipients } = memberLinks;
  const lostLinks = endsPermission(action, member, 'shareCampaign') ? openLinks : [];
  const lostInvitations = endsPermission(action, member, 'manageTeam') ? openInvitations : [];
  return (
    <>
      {lostLinks.length > 0 && (
        <div className="grid gap-2.5">
          <LinkNames links={lostLinks} heading={formatPlural(lostLinks.length, 'open share link')} />
          <SelectField name="transfer_to" label="Share links">
            <option value="">Revoke {formatPlural(lostLinks.length, 'share link')}</option>
            {linkRecipients.map((recipient) => (
              <option key={recipient.id} value={recipient.id}>
                Transfer to {memberName(recipient)}
              </option>
            ))}
          </SelectField>
          <p className="text-sm text-muted">
            Revoked links stop working immediately. Transferred links keep working, and the member you choose
            will get the emails about guests’ decisions.
          </p>
        </div>
      )}
      {lostInvitations.length > 0 && (
        <div>
          <p className="font-[550]">
            {formatPlural(lostInvitations.length, 'open invitation')} will be revoked
          </p>
          <ul className="text-sm text-muted">
            {lostInvitations.slice(0, MAX_NAMED).map(({ id, email, role }) => (
              <li key={id} className="wrap-anywhere">
                <bdi>{email}</bdi> · {role}
              </li>
            ))}
            <MoreItem count={lostInvitations.length - MAX_NAMED} />
          </ul>
        </div>
      )}
    </>
  );
}

function LinkNames({ links, heading }: { links: readonly OpenLink[]; heading: string }) {
  return (
    <div>
      <p className="font-[550]">{heading}</p>
      <LinkList links={links} />
    </div>
  );
}

function LinkList({ links }: { links: readonly OpenLink[] }) {
  return (
    <ul className="text-sm text-muted">
      {links.slice(0, MAX_NAMED).map(({ id, label, campaignId }) => (
        <li key={id} className="wrap-anywhere">
          <PageLink href={`/campaigns/${campaignId}/share/${id}`} className="underline underline-offset-3">
            <bdi>{label}</bdi>
          </PageLink>{' '}
          · Campaign #{campaignId}
        </li>
      ))}
      <MoreItem count={links.length - MAX_NAMED} />
    </ul>
  );
}

const MoreItem = ({ count }: { count: number }) => (count > 0 ? <li>and {count} more</li> : null);

/** Lists the member's open share links on the member's page. */
export function OpenLinksCard({ links }: { links: readonly OpenLink[] }) {
  if (links.length === 0) return null;
  return (
    <Card
      title="Open share links"
      aside={<span className="text-sm text-muted tabular-nums">{links.length}</span>}
    >
      <LinkList links={links} />
    </Card>
  );
}

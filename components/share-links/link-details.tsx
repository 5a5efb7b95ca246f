import type { FormAction } from '#components/forms/action-form.tsx';
import { CopyField } from '#components/forms/copy-field.tsx';
import { BreakableEmail } from '#components/ui/breakable-email.tsx';
import { Card } from '#components/ui/card.tsx';
import { Facts } from '#components/ui/facts.tsx';
import { Note } from '#components/ui/note.tsx';
import type { ShareLink, VisitHour } from '#lib/domain/share-link.ts';
import { type DateSettings, formatFull, formatStandaloneMoment } from '#lib/format/dates.ts';
import { describeContentParts, describeVisibleParts } from '#lib/format/share-link.ts';
import { formatPlural, sentenceCase } from '#lib/format/text.ts';
import { describeLinkState, describeVisits } from './link-text.ts';
import { RevokeForm } from './revoke-link.tsx';

interface LinkDetailsProps {
  readonly campaignId: number;
  readonly link: ShareLink;
  /** Newest first. */
  readonly visits: readonly VisitHour[];
  readonly dateSettings: DateSettings;
  readonly now: number;
  readonly revoke: FormAction;
}

export function LinkDetails({ campaignId, link, visits, dateSettings, now, revoke }: LinkDetailsProps) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 wide:grid-cols-[minmax(0,1fr)_332px] wide:gap-x-5.5">
      <div className="grid min-w-0 gap-4">
        <LinkToCopy link={link} />
        {link.changed !== null && link.changed.length > 0 && (
          <Note tone="amber" title="Changed since the link was created">
            What changed: {describeContentParts(link.changed)}. Guests see the current version and a note
            about the change.
          </Note>
        )}
        <Card title="Visits">
          <p className={link.visits === null ? 'text-muted' : ''}>
            {describeVisits(link.visits, dateSettings, now)}.
          </p>
          {visits.length > 0 && (
            <ul className="mt-2.5 divide-y divide-line">
              {visits.map(({ network, times, lastAt }) => (
                <li
                  key={`${network} ${lastAt}`}
                  className="flex flex-wrap justify-between gap-x-4 py-1.5 text-sm tabular-nums"
                >
                  <span>{formatStandaloneMoment(lastAt, dateSettings, now)}</span>
                  <span className="text-muted">
                    {formatPlural(times, 'visit')} · network <bdi>{network}</bdi>
                  </span>
                </li>
              ))}
            </ul>
          )}
          <p className="mt-2.5 text-sm text-muted">
            A visit is counted when the visitor interacts with the page. Programs that only load the page
            aren’t counted. We store each visitor’s network, not the full IP address.
          </p>
        </Card>
      </div>
      <aside className="grid min-w-0 gap-4">
        <Card title="Details">
          <Facts
            facts={[
              ['Status', describeLinkState(link, dateSettings, now)],
              ['Shows', sentenceCase(describeVisibleParts(link.visibleParts))],
              ['Can approve', link.guestsDecide ? 'Yes' : 'No'],
              ['Password', link.hasPassword ? 'Yes' : 'No'],
              ['Created by', <BreakableEmail key="by" text={link.by} />],
              ...(link.notifies !== null && link.notifies !== link.by
                ? [['Notifies', <BreakableEmail key="notifies" text={link.notifies} />] as const]
                : []),
              ['Created', formatFull(link.createdAt, dateSettings)],
              ['Expires', formatFull(link.expiresAt, dateSettings)],
            ]}
          />
        </Card>
        {link.state === 'open' && (
          <Card title="Revoke link">
            <RevokeForm campaignId={campaignId} link={link} action={revoke} />
          </Card>
        )}
      </aside>
    </div>
  );
}

function LinkToCopy({ link: { state, url, hasPassword } }: { readonly link: ShareLink }) {
  if (state !== 'open') {
    return (
      <Note title={state === 'revoked' ? 'This link has been revoked' : 'This link has expired'}>
        The link no longer works. People who open it can’t see anything about the campaign.
      </Note>
    );
  }
  if (url === null) {
    return (
      <Note tone="amber" title="This link can’t be shown again">
        Mailroom can’t show the URL, because the console’s secret has changed. People who have the URL can
        still open the link. To share the proof again, create a new link.
      </Note>
    );
  }
  return (
    <Card>
      <CopyField
        label="Link"
        value={url}
        hint={`Anyone with the link${hasPassword ? ' and the password' : ''} can open the proof. Send the link only to the intended guest.`}
      />
    </Card>
  );
}

import { MetadataCard } from '#components/campaign/metadata-card.tsx';
import { RecipientsCard } from '#components/campaign/recipients-card.tsx';
import type { FormAction } from '#components/forms/action-form.tsx';
import { Card } from '#components/ui/card.tsx';
import { Facts } from '#components/ui/facts.tsx';
import { Note } from '#components/ui/note.tsx';
import type { GuestReview } from '#lib/domain/guest-review.ts';
import { type DateSettings, formatDay } from '#lib/format/dates.ts';
import { describeChanges } from '#lib/format/guest-review.ts';
import { PIECES_ROW_LABEL } from '#lib/format/money.ts';
import { guestReviewHref } from '#lib/http/file-urls.ts';
import { CodeForm } from './code-form.tsx';
import { DecisionForm } from './decision-form.tsx';
import { ReviewFrame } from './review-frame.tsx';
import { ReviewProof } from './review-proof.tsx';
import { VisitBeacon } from './visit-beacon.tsx';

interface ReviewPageProps {
  readonly page: GuestReview;
  readonly token: string;
  readonly dateSettings: DateSettings;
  readonly sandbox: boolean;
  readonly action: FormAction;
  readonly codeAction: FormAction;
  readonly showAllRecipients: boolean;
}

export function ReviewPage({
  page,
  token,
  dateSettings,
  sandbox,
  action,
  codeAction,
  showAllRecipients,
}: ReviewPageProps) {
  const { by, title = 'Review a proof', until, sharedAt, changed, price, recipients, metadata } = page;
  return (
    <ReviewFrame sandbox={sandbox}>
      <header className="mb-5 flex flex-wrap items-end gap-x-4 gap-y-1">
        <div className="min-w-0 grow basis-60">
          <p className="mb-1 text-sm text-muted">
            <bdi>{by}</bdi> shared a proof with you
          </p>
          <h1>
            <bdi>{title}</bdi>
          </h1>
        </div>
        <p className="text-xs text-muted tabular-nums">
          Available until {formatFullDay(until, dateSettings)}
        </p>
      </header>
      <div className="grid gap-4.5">
        {changed.length > 0 && (
          <Note tone="amber" title={`${describeChanges(changed)} since this link was created.`}>
            You’re seeing the current version, not the version from {formatFullDay(sharedAt, dateSettings)}.
          </Note>
        )}
        <ReviewProof page={page} token={token} title={title} />
        {page.codeSentTo !== undefined && (
          <CodeForm token={token} email={page.codeSentTo} action={codeAction} />
        )}
        <DecisionForm page={page} token={token} dateSettings={dateSettings} action={action} />
        {price !== undefined && <Price price={price} />}
        {recipients !== undefined && (
          <RecipientsCard
            addresses={recipients.addresses}
            count={recipients.count}
            showAll={showAllRecipients}
            allHref={`${guestReviewHref(token)}?recipients=all#recipients`}
          />
        )}
        {metadata !== undefined && <MetadataCard pairs={metadata} />}
      </div>
      <VisitBeacon url={`${guestReviewHref(token)}/visit`} />
    </ReviewFrame>
  );
}

/** Formats a date with the year, because guests may open the link in a later year. */
const formatFullDay = (ms: number, dateSettings: DateSettings): string => formatDay(ms, dateSettings, 0);

function Price({ price }: { price: GuestReview['price'] }) {
  return (
    <Card title="Price">
      {price ? (
        <Facts
          facts={[
            [PIECES_ROW_LABEL, price.calculation],
            ['Total', <strong key="total">{price.total}</strong>],
          ]}
        />
      ) : (
        <p className="text-muted">The price isn’t available right now.</p>
      )}
    </Card>
  );
}

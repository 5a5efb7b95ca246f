import { Note } from '#components/ui/note.tsx';
import type { Campaign } from '#lib/contract/resources.ts';
import { type Attempt, finalOperation } from '#lib/domain/attempt.ts';
import type { Mismatch } from '#lib/domain/mismatch.ts';
import type { DateSettings } from '#lib/format/dates.ts';
import { formatMoment } from '#lib/format/dates.ts';
import { adviseAfterMismatch, mismatchRows } from '#lib/format/mismatch.ts';
import { ComparisonTable } from './comparison-table.tsx';

interface MismatchNoteProps {
  readonly campaign: Campaign;
  /** The latest payment or mailing. */
  readonly attempt: Attempt;
  readonly mismatch: Mismatch;
  /** True if the member can cancel. */
  readonly canAct: boolean;
  readonly dateSettings: DateSettings;
  readonly now: number;
}

/**
 * Warns that the mail service didn't do what the member agreed to, and says what members can do about it.
 */
export function MismatchNote({ campaign, attempt, mismatch, canAct, dateSettings, now }: MismatchNoteProps) {
  const { by, amount, operation, settledAt, paidAt } = attempt;
  const isLink = operation === 'payCampaign';
  const isAmountUnknown = amount === null && mismatch.some(({ part }) => part === 'price');
  return (
    <Note
      tone="red"
      title={isLink ? 'The price paid differs from the agreed price' : 'Sent, but not as agreed'}
    >
      <p>
        The campaign changed outside Mailroom after <bdi>{by}</bdi> agreed to it and before it was{' '}
        {isLink ? 'paid for' : 'sent'} {formatMoment(paidAt ?? settledAt ?? undefined, dateSettings, now)}.
      </p>
      <ComparisonTable
        caption="The agreed order and the actual order"
        headings={['Agreed', 'Actual']}
        rows={mismatchRows(mismatch, dateSettings).map(({ label, agreed, actual }) => ({
          label,
          values: [agreed, actual],
          isChanged: true,
        }))}
      />
      {isAmountUnknown && finalOperation(attempt) !== 'sendCampaign' && (
        <p className="mt-2">The mail service doesn’t say how much was charged or how much credit was used.</p>
      )}
      <p className="mt-2">{adviseAfterMismatch(campaign, dateSettings, canAct)}</p>
    </Note>
  );
}

import { ServiceUnavailable } from '#components/ui/service-unavailable.tsx';
import type { Failure } from '#lib/domain/outcome.ts';
import { AttemptNotes, type AttemptNotesProps } from './attempt-notes.tsx';

interface UnavailableCampaignProps extends Omit<AttemptNotesProps, 'status'> {
  readonly failure: Failure;
  readonly retryHref: string;
}

/**
 * Replaces a campaign's page if the campaign can't be read. The replacement still shows the attempts, because
 * attempts are stored in Mailroom's own database.
 */
export function UnavailableCampaign({ failure, retryHref, ...notes }: UnavailableCampaignProps) {
  return (
    <div className="grid gap-4">
      <AttemptNotes {...notes} status={undefined} />
      <ServiceUnavailable failure={failure} retryHref={retryHref} />
    </div>
  );
}

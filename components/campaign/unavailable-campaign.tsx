import { ServiceUnavailable } from '#components/ui/service-unavailable.tsx';
import type { Failure } from '#lib/domain/outcome.ts';
import { AttemptNotes, type AttemptNotesProps } from './attempt-notes.tsx';

interface UnavailableCampaignProps extends Omit<AttemptNotesProps, 'status'> {
  readonly failure: Failure;
  /** This page's own address. */
  readonly again: string;
}

/** In place of a campaign that can't be read: what is in doubt about it stands in our own database all the same. */
export function UnavailableCampaign({ failure, again, ...notes }: UnavailableCampaignProps) {
  return (
    <div className="grid gap-4">
      <AttemptNotes {...notes} status={undefined} />
      <ServiceUnavailable failure={failure} retryHref={again} />
    </div>
  );
}

import { StatusPill } from '#components/campaigns/status-pill.tsx';
import { Card } from '#components/ui/card.tsx';
import { Image } from '#components/ui/image.tsx';
import type { StoredCampaign } from '#lib/data/stored-campaigns.ts';
import { NO_TITLE_AND_NOTE } from '#lib/domain/title-and-note.ts';
import { campaignName, campaignTitle } from '#lib/format/campaign.ts';
import type { DateSettings } from '#lib/format/dates.ts';
import { describeFreshness } from '#lib/format/freshness.ts';
import { campaignProgress } from '#lib/format/progress.ts';
import { sizeLabel } from '#lib/format/size.ts';
import { formatCount } from '#lib/format/text.ts';
import { largeThumbnail } from '#lib/http/file-urls.ts';
import { CAMPAIGN_COLUMNS } from './campaign-columns.ts';
import { CampaignHeader } from './campaign-header.tsx';
import { DetailsCard } from './details-card.tsx';
import { mailpieceShape, mailpieceSizes } from './mailpiece.ts';
import { MetadataCard } from './metadata-card.tsx';
import { ProgressCard } from './progress-card.tsx';
import { ProofFrame } from './proof.tsx';
import { HeaderNote } from './title-and-note.tsx';

interface StoredCampaignPageProps {
  readonly stored: StoredCampaign;
  readonly canEditTitle: boolean;
  readonly dateSettings: DateSettings;
  /** The mail service's current time, in milliseconds since the epoch. */
  readonly now: number;
}

/**
 * Shows a campaign as it is stored in the index, until the mail service has answered. Contains no action, no
 * amount to pay, and no control whose state would be lost when the complete page replaces this one.
 */
export function StoredCampaignPage({ stored, canEditTitle, dateSettings, now }: StoredCampaignPageProps) {
  const { campaign, templateName, customer } = stored;
  const { id, status, recipient_count: recipients, meta_data: metadata = {} } = campaign;
  const given = { ...NO_TITLE_AND_NOTE, ...stored.given };
  const name = campaignName(given, templateName);
  const owner = customer && { customerId: customer.id, email: customer.email };
  // Which step a draft has reached depends on its payment, which still has to be read.
  const steps = status === 'draft' ? undefined : campaignProgress(campaign, undefined, dateSettings, now);
  return (
    <>
      <CampaignHeader
        id={id}
        name={name}
        owner={owner}
        note={
          <HeaderNote
            campaign={campaign}
            given={given}
            template={templateName?.first}
            currentTemplate={templateName?.current}
            can={{ editTitle: canEditTitle }}
          />
        }
      >
        <StatusPill status={status} />
      </CampaignHeader>
      <div className={CAMPAIGN_COLUMNS.grid}>
        <StoredProof stored={stored} title={campaignTitle(id, name)} />
        <div className={CAMPAIGN_COLUMNS.sidebar}>
          <Card title="Checking for changes…">
            <p className="text-muted">
              {describeFreshness({ state: 'current', updatedAt: stored.readAt }, dateSettings)}
            </p>
            <Pending className="mt-3.5 h-16" />
          </Card>
          {steps ? (
            <ProgressCard steps={steps} />
          ) : (
            <Card title="Progress">
              <Pending className="h-48" />
            </Card>
          )}
          <DetailsCard
            campaign={campaign}
            template={templateName?.current}
            owner={owner}
            dateSettings={dateSettings}
            now={now}
          />
        </div>
        <div className={CAMPAIGN_COLUMNS.main}>
          <Card
            title={
              <>
                Recipients{' '}
                <span className="font-normal text-muted tabular-nums">{formatCount(recipients)}</span>
              </>
            }
          >
            <Pending className="h-40" />
          </Card>
          <MetadataCard pairs={metadata} />
        </div>
      </div>
    </>
  );
}

/** A placeholder for data that still has to be read. */
const Pending = ({ className }: { className: string }) => (
  <span aria-hidden="true" className={`shimmer block rounded-md ${className}`} />
);

/** The front, in the size and place that the proof viewer gives it, so that the page doesn't shift. */
function StoredProof({ stored, title }: { stored: StoredCampaign; title: string }) {
  const { id, size, thumbnails = [] } = stored.campaign;
  const shape = mailpieceShape(size);
  return (
    <ProofFrame>
      <div className="backdrop-dots grid max-h-[85dvh] justify-items-center-safe overflow-hidden px-4 py-5.5 rail:min-h-100 rail:content-center-safe rail:px-11.5 rail:py-10">
        <div className={`w-full bg-card shadow-mailpiece ${shape}`}>
          {thumbnails.length > 0 ? (
            <Image
              {...largeThumbnail(id, 0)}
              fetchPriority="high"
              sizes={mailpieceSizes(shape)}
              alt={`Front of “${title}”, ${sizeLabel(size)}`}
              className="size-full object-contain text-sm text-muted"
            />
          ) : (
            // The campaign may have been read before its front was rendered.
            <Pending className={shape.includes('aspect') ? 'size-full' : 'aspect-[9/6]'} />
          )}
        </div>
      </div>
      <div className="h-14.5 border-t border-line bg-card" />
    </ProofFrame>
  );
}

import { mailpieceShape, mailpieceSizes } from '#components/campaign/mailpiece.ts';
import { OrderCaption } from '#components/checkout/order-mailpiece.tsx';
import { ActionForm, type FormAction } from '#components/forms/action-form.tsx';
import { FormMessage } from '#components/forms/form-message.tsx';
import { SubmitButton } from '#components/forms/submit-button.tsx';
import { EmptyState, EmptyStateLink } from '#components/lists/empty-state.tsx';
import { Pagination } from '#components/lists/pagination.tsx';
import { Dotted } from '#components/ui/dotted.tsx';
import { Image } from '#components/ui/image.tsx';
import { PageHeader } from '#components/ui/page-header.tsx';
import { PageLink } from '#components/ui/page-link.tsx';
import type { Campaign } from '#lib/contract/resources.ts';
import type { Job, JobItem, JobKind } from '#lib/domain/job.ts';
import { type DateSettings, zoneLabel } from '#lib/format/dates.ts';
import { orMissing } from '#lib/format/text.ts';
import { APPROVALS_PER_PAGE, approvalField, approvalValue } from '#lib/forms/job-approval.ts';
import { largeThumbnail, proofHref } from '#lib/http/file-urls.ts';
import { itemTitle } from './job-campaign.tsx';

export interface ApprovableCampaign {
  readonly item: JobItem;
  /** Undefined if the campaign can't be read. */
  readonly campaign: Campaign | undefined;
  /** The fingerprint of the content that the member can approve. Null if the member can't approve it. */
  readonly fingerprint: string | null;
  /** Whether the member has approved this content. */
  readonly isApproved: boolean;
}

interface ApprovePageProps {
  readonly job: Job;
  readonly campaigns: readonly ApprovableCampaign[];
  /** The number of campaigns on all pages. */
  readonly total: number;
  readonly page: number;
  readonly action: FormAction;
  readonly dateSettings: DateSettings;
}

/** The kinds of jobs whose drafts can be waiting for an approval. */
const NEEDS_APPROVAL: readonly JobKind[] = ['schedule', 'ask_approval'];

/** The page where a second member checks several campaigns and approves them together. */
export function ApprovePage({ job, campaigns, total, page, action, dateSettings }: ApprovePageProps) {
  const { id, isOwn } = job;
  const canApprove =
    !isOwn && campaigns.some(({ fingerprint, isApproved }) => fingerprint !== null && !isApproved);
  const hrefOf = (number: number) => `/jobs/${id}/approve${number === 1 ? '' : `?page=${number}`}`;
  return (
    <>
      <PageHeader
        title="Approve campaigns"
        crumbs={[
          { label: 'Jobs', href: '/jobs' },
          { label: `#${id}`, href: `/jobs/${id}` },
        ]}
        note={
          campaigns.length === 0
            ? undefined
            : isOwn
              ? 'You selected these campaigns, so another member has to approve them.'
              : 'Review each proof. Your approval covers this proof and these recipients. Any change voids it.'
        }
      />
      {campaigns.length === 0 ? (
        <EmptyState
          icon="check"
          title={
            NEEDS_APPROVAL.includes(job.action.kind)
              ? 'No campaigns are waiting for your approval'
              : 'This job needs no approval'
          }
        >
          <EmptyStateLink href={`/jobs/${id}`}>Go to job</EmptyStateLink>
        </EmptyState>
      ) : (
        <ActionForm key={page} action={action} hidden={{ id }} className="grid gap-4">
          <ul className="grid gap-4 sm:grid-cols-2 wide:grid-cols-3">
            {campaigns.map((campaign, i) => (
              <CampaignCard key={campaign.item.campaignId} {...campaign} index={i} canApprove={canApprove} />
            ))}
          </ul>
          <FormMessage />
          {canApprove && (
            <div>
              <SubmitButton>Approve checked campaigns</SubmitButton>
            </div>
          )}
        </ActionForm>
      )}
      {total > APPROVALS_PER_PAGE && (
        <Pagination
          page={page}
          perPage={APPROVALS_PER_PAGE}
          shown={campaigns.length}
          total={total}
          totalPages={Math.ceil(total / APPROVALS_PER_PAGE)}
          zoneLabel={zoneLabel(dateSettings.zone)}
          hrefOf={hrefOf}
        />
      )}
    </>
  );
}

interface CampaignCardProps extends ApprovableCampaign {
  readonly index: number;
  readonly canApprove: boolean;
}

function CampaignCard({ item, campaign, fingerprint, isApproved, index, canApprove }: CampaignCardProps) {
  const { campaignId } = item;
  const title = `${itemTitle(item)} #${campaignId}`;
  return (
    <li className="grid min-w-0 content-between gap-3 rounded-lg border border-line bg-card p-4 shadow-card">
      <div className="grid min-w-0 gap-2">
        {campaign?.thumbnails?.map((_, side) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the sides of a mailpiece are never reordered
          <ProofSide key={side} campaign={campaign} side={side} />
        ))}
        <PageLink
          href={`/campaigns/${campaignId}`}
          className="min-h-6 font-[550] underline decoration-edge underline-offset-3 hover:decoration-current"
        >
          <bdi>{title}</bdi>
        </PageLink>
        <p className="text-sm text-muted">
          <Dotted
            parts={[
              ...(campaign
                ? [
                    <OrderCaption
                      key="order"
                      campaign={campaign}
                      senderCopy={campaign.send_copy_to_sender === true}
                    />,
                  ]
                : []),
              <bdi key="price">{orMissing(item.price ?? undefined)}</bdi>,
              <a
                key="proof"
                href={proofHref(campaignId)}
                className="inline-block min-h-6 underline decoration-edge underline-offset-3 hover:text-ink"
              >
                Proof of #{campaignId} as PDF
              </a>,
            ]}
          />
        </p>
      </div>
      {isApproved ? (
        <p className="font-[550] text-green">You approved this version.</p>
      ) : fingerprint === null ? (
        <p className="text-muted">The proof isn’t available, or the campaign is no longer a draft.</p>
      ) : (
        canApprove && (
          <label className="flex min-h-6 items-center gap-2.5">
            <input
              type="checkbox"
              name={approvalField(index)}
              value={approvalValue({ campaignId, fingerprint })}
              aria-label={`Approve ${title}`}
              className="size-4.5"
            />
            Approve
          </label>
        )
      )}
    </li>
  );
}

function ProofSide({ campaign, side }: { campaign: Campaign; side: number }) {
  const shape = `w-full ${mailpieceShape(campaign.size)}`;
  return (
    <span className={`block bg-backdrop ${shape}`}>
      <Image
        {...largeThumbnail(campaign.id, side)}
        sizes={mailpieceSizes(shape)}
        loading="lazy"
        alt={side === 0 ? 'Front' : 'Back'}
        className="size-full object-contain"
      />
    </span>
  );
}

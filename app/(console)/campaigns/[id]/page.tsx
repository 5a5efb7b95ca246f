import type { Metadata } from 'next';
import { CampaignPage } from '#components/campaign/campaign-page.tsx';
import { StoredCampaignPage } from '#components/campaign/stored-campaign-page.tsx';
import { StoredFirst } from '#components/campaign/stored-first.tsx';
import { UnavailableCampaign } from '#components/campaign/unavailable-campaign.tsx';
import { readDateSettings } from '#lib/auth/date-settings.ts';
import type { Campaign, Checkout } from '#lib/contract/resources.ts';
import { listActivity } from '#lib/data/activity.ts';
import type { CampaignSharing } from '#lib/data/campaign-sharing.ts';
import { isInvoiced } from '#lib/data/invoicing.ts';
import { isSandbox, serviceNow } from '#lib/data/service.ts';
import { isAllowed, type Role } from '#lib/domain/permissions.ts';
import { chooseUndo, isCopyUndoOffered, type Undo } from '#lib/domain/undo.ts';
import { campaignName, numberedTitle } from '#lib/format/campaign.ts';
import { confirmCampaignChange, confirmCopy } from '#lib/format/confirmation.ts';
import type { DateSettings } from '#lib/format/dates.ts';
import type { SearchParams } from '#lib/forms/query.ts';
import { withErrorTitles } from '../../../page-error.tsx';
import { type ConfirmedChange, findConfirmedChange } from '../../confirmation.ts';
import { consolePage } from '../../console-page.tsx';
import { requirePageAccess } from '../../page-access.ts';
import {
  acceptReadingAction,
  cancelCampaignAction,
  cloneCampaignAction,
  decideAsMemberAction,
  deleteCampaignAction,
  deleteFreshCopyAction,
  dismissUnscheduledAction,
  requestApprovalAction,
  resolveAttemptAction,
} from './actions.ts';
import { loadAttempts, loadCampaign, loadCampaignSharing, loadStoredCampaign } from './loader.ts';
import { moveBackAction, scheduleAgainAction } from './reschedule/actions.ts';
import { revokeAction } from './share/actions.ts';

const actions = {
  acceptReading: acceptReadingAction,
  cancel: cancelCampaignAction,
  clone: cloneCampaignAction,
  decide: decideAsMemberAction,
  delete: deleteCampaignAction,
  dismissUnscheduled: dismissUnscheduledAction,
  requestApproval: requestApprovalAction,
  resolve: resolveAttemptAction,
  revoke: revokeAction,
  scheduleAgain: scheduleAgainAction,
};

const undoActions = {
  cancel: cancelCampaignAction,
  schedule: scheduleAgainAction,
  move_back: moveBackAction,
  delete_copy: deleteFreshCopyAction,
};

interface PageProps {
  readonly params: Promise<{ id: string }>;
  readonly searchParams: Promise<SearchParams>;
}

export const generateMetadata = withErrorTitles(
  async ({ params, searchParams }: PageProps): Promise<Metadata> => {
    const { id } = await requirePageAccess(params, 'getCampaign');
    const stored = await findStored(id, await searchParams);
    if (stored) return { title: numberedTitle(id, campaignName(stored.given, stored.templateName)) };
    const loaded = await loadCampaign(id);
    return { title: numberedTitle(id, loaded.ok ? loaded.value.name : undefined) };
  },
);

export default consolePage(async function Page({ params, searchParams }: PageProps) {
  const { member, id } = await requirePageAccess(params, 'getCampaign');
  const query = await searchParams;
  const stored = await findStored(id, query);
  if (!stored)
    return (
      <StoredFirst stored={undefined}>{await renderCampaign({ id, role: member.role, query })}</StoredFirst>
    );
  const page = (
    <StoredCampaignPage
      stored={stored}
      canEditTitle={isAllowed(member.role, 'editTitleAndNote')}
      dateSettings={await readDateSettings()}
      now={serviceNow()}
    />
  );
  return (
    <StoredFirst stored={page}>
      <StreamedCampaign id={id} role={member.role} query={query} />
    </StoredFirst>
  );
});

/**
 * Returns undefined for a URL with parameters, because the page then confirms a change or shows more than the
 * stored reading contains.
 */
const findStored = async (id: number, query: SearchParams) =>
  Object.keys(query).length === 0 ? loadStoredCampaign(id) : undefined;

interface CurrentCampaignProps {
  readonly id: number;
  readonly role: Role;
  readonly query: SearchParams;
}

/** Renders the campaign outside the page's function, so this component needs its own error pages. */
const StreamedCampaign = consolePage(renderCampaign);

async function renderCampaign({ id, role, query }: CurrentCampaignProps) {
  const [loaded, dateSettings, sandbox] = await Promise.all([
    loadCampaign(id),
    readDateSettings(),
    isSandbox(),
  ]);
  // Activity is read after loadCampaign, because loadCampaign can resolve unknown attempts and add activity.
  const [activity, sharing, change] = await Promise.all([
    listActivity({ campaignId: id, category: 'operations' }),
    loadCampaignSharing(id),
    findConfirmedChange('campaignId', query),
  ]);
  if (!loaded.ok) {
    const noteProps = {
      attempts: await loadAttempts(id),
      dateSettings,
      now: serviceNow(),
      resolveAction: resolveAttemptAction,
    };
    return <UnavailableCampaign failure={loaded.failure} retryHref={`/campaigns/${id}`} {...noteProps} />;
  }
  const checkout = loaded.value.order.ok ? loaded.value.order.value.checkout : undefined;
  const now = serviceNow();
  const invoiced = isInvoiced();
  return (
    <CampaignPage
      {...loaded.value}
      checkout={checkout}
      confirmation={change && confirmChange(change, loaded.value.campaign, checkout, dateSettings)}
      sandbox={sandbox}
      undo={change && findUndo(change, { ...loaded.value, checkout, invoiced, now }, sharing, role)}
      invoiced={invoiced}
      dateSettings={dateSettings}
      now={now}
      can={{
        act: isAllowed(role, 'sendCampaign'),
        clone: isAllowed(role, 'cloneCampaign'),
        delete: isAllowed(role, 'deleteCampaign'),
        editTitle: isAllowed(role, 'editTitleAndNote'),
      }}
      sharing={sharing}
      actions={actions}
      undoActions={undoActions}
      activity={activity.ok ? activity.value.items : []}
      hasOlderActivity={activity.ok && activity.value.next !== undefined}
      showAllRecipients={query.recipients === 'all'}
    />
  );
}

/** Returns the undo for the change that the page confirms, if the member's role allows it. */
function findUndo(
  change: ConfirmedChange,
  changed: Parameters<typeof chooseUndo>[1],
  sharing: CampaignSharing | undefined,
  role: Role,
): Undo | undefined {
  const { id } = changed.campaign;
  if (change.operation === 'cloneCampaign' && change.copyId === id) {
    const isOffered = isAllowed(role, 'undoCopy') && isCopyUndoOffered(changed.attempts);
    return isOffered ? { kind: 'delete_copy', originalId: change.subjectId } : undefined;
  }
  if (change.subjectId !== id || !isAllowed(role, 'rescheduleCampaign')) return undefined;
  const undo = chooseUndo(change, changed);
  return undo?.kind === 'schedule' && sharing?.missing !== 'none' ? undefined : undo;
}

function confirmChange(
  change: ConfirmedChange,
  campaign: Campaign,
  checkout: Checkout | undefined,
  dateSettings: DateSettings,
): string | undefined {
  const { id } = campaign;
  if (change.operation === 'cloneCampaign' && change.copyId === id) return confirmCopy(change.subjectId);
  return change.subjectId === id
    ? confirmCampaignChange(change, campaign, checkout, dateSettings)
    : undefined;
}

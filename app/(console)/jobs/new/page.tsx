import type { Metadata } from 'next';
import { redirect } from 'next/navigation';
import { NewJobPage } from '#components/jobs/new-job-page.tsx';
import { findSelectionAction, selectionActions } from '#components/selection/selection-actions.ts';
import { timeFieldOptions } from '#components/send-time/time-field-options.ts';
import { readDateSettings } from '#lib/auth/date-settings.ts';
import { requireMember } from '#lib/auth/session.ts';
import { isInvoiced } from '#lib/data/invoicing.ts';
import { readSelection } from '#lib/data/job-selection.ts';
import { serviceNow } from '#lib/data/service.ts';
import { readUnavailableJobs } from '#lib/data/unavailable-jobs.ts';
import { ok } from '#lib/domain/outcome.ts';
import { suggestSchedule } from '#lib/forms/job-options.ts';
import { readChosenCampaigns, readJobKind } from '#lib/forms/job-selection.ts';
import type { SearchParams } from '#lib/forms/query.ts';
import { chooseSendTime } from '#lib/forms/send-time.ts';
import { pageForbidden } from '../../../page-error.tsx';
import { consolePage } from '../../console-page.tsx';
import {
  createApprovalJobAction,
  createCancelJobAction,
  createCopyJobAction,
  createDeleteJobAction,
  createLabelJobAction,
  createRescheduleJobAction,
  createScheduleJobAction,
  createShareJobAction,
} from './actions.ts';

export const metadata: Metadata = { title: 'Selected campaigns' };

const CREATE_ACTIONS = {
  schedule: createScheduleJobAction,
  reschedule: createRescheduleJobAction,
  cancel: createCancelJobAction,
  copy: createCopyJobAction,
  delete: createDeleteJobAction,
  label: createLabelJobAction,
  share: createShareJobAction,
  ask_approval: createApprovalJobAction,
};

/** Summarizes the selection, and asks for the action's options. Nothing is stored until the member continues. */
export default consolePage(async function Page({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const { role } = await requireMember();
  const [params, dateSettings, unavailable] = await Promise.all([
    searchParams,
    readDateSettings(),
    readUnavailableJobs(),
  ]);
  const kind = readJobKind(params) ?? redirect('/campaigns');
  const action = findSelectionAction(role, unavailable, kind) ?? pageForbidden();
  const chosen = readChosenCampaigns(params, dateSettings.zone);
  const selection = chosen ? await readSelection(chosen.selection) : ok(undefined);
  const now = serviceNow();
  const invoiced = isInvoiced();
  const version = invoiced || kind === 'reschedule' ? 'v2' : 'v1';
  const campaigns = selection.ok ? (selection.value?.campaigns ?? 0) : 0;
  const defaults = suggestSchedule(campaigns, dateSettings.zone, now);
  return (
    <NewJobPage
      action={action}
      reasons={selectionActions(role, unavailable).reasons}
      chosen={chosen}
      selection={selection}
      createAction={CREATE_ACTIONS[kind]}
      schedule={{
        invoiced,
        timeOptions: timeFieldOptions(dateSettings, now, version),
        defaults,
        suggested: chooseSendTime(defaults.at, dateSettings, now, undefined, version),
      }}
    />
  );
});

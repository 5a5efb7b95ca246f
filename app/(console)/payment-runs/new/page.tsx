import type { Metadata } from 'next';
import { NewRunPage, NoRun } from '#components/payment-runs/new-run-page.tsx';
import { timeFieldOptions } from '#components/send-time/time-field-options.ts';
import { ServiceUnavailable } from '#components/ui/service-unavailable.tsx';
import { readDateSettings } from '#lib/auth/date-settings.ts';
import { requireMember } from '#lib/auth/session.ts';
import { findRunCandidates } from '#lib/data/payment-run-selection.ts';
import { serviceNow } from '#lib/data/service.ts';
import { MAX_RUN_CAMPAIGNS } from '#lib/domain/payment-run.ts';
import { isAllowed } from '#lib/domain/permissions.ts';
import type { Selection } from '#lib/domain/selection.ts';
import { failureSentence } from '#lib/format/failure.ts';
import { describeUnknownNames } from '#lib/format/unknown-names.ts';
import { readCampaignQuery } from '#lib/forms/campaign-query.ts';
import { readChosenCampaigns } from '#lib/forms/job-selection.ts';
import { paramValues, type SearchParams } from '#lib/forms/query.ts';
import { pageForbidden } from '../../../page-error.tsx';
import { consolePage } from '../../console-page.tsx';
import { startRunAction } from './actions.ts';

export const metadata: Metadata = { title: 'New payment run' };

/**
 * Shows what a payment run would contain: the campaigns that were selected in a list or, if the URL has a
 * list's parameters, that list's unpaid drafts. Opening the page doesn't start a run.
 */
export default consolePage(async function Page({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const { role } = await requireMember();
  if (!isAllowed(role, 'payCampaign')) pageForbidden();
  const [params, dateSettings] = await Promise.all([searchParams, readDateSettings()]);
  const selected = readSelection(params, dateSettings.zone);
  if ('problem' in selected) return <NoRun problem={selected.problem} />;
  const found = await findRunCandidates(selected);
  if (!found.ok)
    return found.failure.kind === 'refused' ? (
      <NoRun problem={failureSentence(found.failure)} />
    ) : (
      <ServiceUnavailable failure={found.failure} retryHref="/campaigns" />
    );
  const candidates = found.value;
  switch (candidates.kind) {
    case 'unknown_names':
      return <NoRun problem={Object.values(describeUnknownNames(candidates.names))[0] ?? ''} />;
    case 'unavailable':
      return (
        <NoRun problem="The campaign index can’t list these campaigns. Use fewer filters, or try again when every campaign is indexed." />
      );
    case 'found':
      return (
        <NewRunPage
          {...candidates}
          options={timeFieldOptions(dateSettings, serviceNow())}
          action={startRunAction}
        />
      );
  }
});

function readSelection(params: SearchParams, zone: string): Selection | { readonly problem: string } {
  const chosen = readChosenCampaigns(params, zone);
  if (chosen) return chosen.selection;
  if (['id', 'ids', 'all'].some((name) => paramValues(params, name).length > 0))
    return { problem: `Select 1 to ${MAX_RUN_CAMPAIGNS} campaigns.` };
  if (Object.keys(params).length === 0) return { problem: 'Choose the drafts that you want to pay for.' };
  const request = readCampaignQuery(params, zone);
  const [problem] = Object.values(request.errors);
  return problem === undefined ? { kind: 'request', request } : { problem };
}

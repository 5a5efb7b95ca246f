/** Provides URLs for tests that check every page or every form. */
import type { Page } from '@playwright/test';
import { createTokenOnPage } from './api-tokens.ts';
import { createDraft, createPaidDraft, createQueuedCampaign, waitForProof } from './campaigns.ts';
import { memberEmail, type RunningConsole, unknownEmail } from './console.ts';
import { newJobPath, runJob } from './jobs.ts';
import { startPaying, submitCard } from './pages.ts';
import { newRunPath, startRunOnPage } from './payment-runs.ts';
import { saveViewOnPage } from './saved-views.ts';
import type { RunningService } from './service.ts';
import { addShareLinks } from './share-links.ts';
import { findMemberPath, inviteOnTeamPage } from './team.ts';

/**
 * Creates the campaigns, the share link, the payment, and the invitation that the pages need.
 * @param admin a browser page with a signed-in admin
 * @returns the URL to visit, by route
 */
export async function createVisits(
  service: RunningService,
  mailroom: RunningConsole,
  admin: Page,
): Promise<Readonly<Record<string, string>>> {
  const draft = await createDraft(service);
  const paid = await createPaidDraft(service);
  const queued = await createQueuedCampaign(service);
  const [token] = await addShareLinks(mailroom, [{ campaignId: draft.id }]);
  const { path: tokenPath } = await createTokenOnPage(admin, 'Nightly sync');
  const member = await findMemberPath(admin, memberEmail('viewer'));
  const job = await runJob(admin, 'copy', [draft.id]);
  const view = await saveViewOnPage(admin, 'Drafts by price', 'status=draft&sort=-price');
  const run = await startRunOnPage(admin, [draft.id]);
  await admin.goto(`/campaigns/${draft.id}`);
  const share = admin.locator(`main a[href^="/campaigns/${draft.id}/share/"]`).first();
  return {
    '/': '/',
    '/activity': '/activity',
    '/_not-found': '/nowhere',
    '/calendar': '/calendar',
    '/calendar/feeds': '/calendar/feeds',
    '/campaigns': '/campaigns',
    '/campaigns/[id]': `/campaigns/${draft.id}`,
    '/campaigns/[id]/checkout': `/campaigns/${draft.id}/checkout`,
    '/campaigns/[id]/confirm/[action]': `/campaigns/${draft.id}/confirm/clone`,
    '/campaigns/[id]/reschedule': `/campaigns/${queued.id}/reschedule`,
    '/campaigns/[id]/send': `/campaigns/${paid.id}/send`,
    '/campaigns/[id]/title': `/campaigns/${draft.id}/title`,
    '/campaigns/[id]/share': `/campaigns/${draft.id}/share`,
    '/campaigns/[id]/share/[link]': (await share.getAttribute('href')) ?? '',
    '/customers': '/customers',
    '/customers/[id]': `/customers/${draft.customerId}`,
    '/customers/[id]/email': `/customers/${draft.customerId}/email`,
    '/docs': '/docs',
    '/jobs': '/jobs',
    '/jobs/new': newJobPath('schedule', [paid.id]),
    '/jobs/[id]': job,
    '/jobs/[id]/review': `${job}/review`,
    '/jobs/[id]/approve': `${job}/approve`,
    '/join/[token]': await inviteOnTeamPage(admin, unknownEmail()),
    '/login': '/login',
    '/login/second-factor': '/login/second-factor',
    '/notifications': '/notifications',
    '/pay/return': await payForDraft(service, admin),
    '/payment-runs': '/payment-runs',
    '/payment-runs/new': newRunPath([draft.id]),
    '/payment-runs/[id]': run,
    '/payment-runs/[id]/schedule': `${run}/schedule`,
    '/payment-runs/[id]/receipt': `${run}/receipt`,
    '/profile': '/profile',
    '/second-factor': '/second-factor',
    '/second-factor/app': '/second-factor/app',
    '/second-factor/confirm': '/second-factor/confirm',
    '/spending': '/spending',
    '/share/[token]': `/share/${token}`,
    '/team': '/team',
    '/team/rebuild-index': '/team/rebuild-index',
    '/team/[id]': member,
    '/team/[id]/[action]': `${member}/disable`,
    '/templates': '/templates',
    '/templates/[id]': '/templates/1',
    '/templates/[id]/delete': '/templates/1/delete',
    '/templates/[id]/edit': '/templates/1/edit',
    '/templates/[id]/preview': '/templates/1/preview',
    '/start': '/start',
    '/views': '/views',
    '/views/new': '/views/new?status=draft',
    '/views/[id]': view,
    '/tokens': '/tokens',
    '/tokens/[id]': tokenPath,
  };
}

/** Pays for a new draft on the service's payment page. @returns the URL of the page that shows the payment */
async function payForDraft(service: RunningService, admin: Page): Promise<string> {
  const { id } = await createDraft(service);
  await startPaying(admin, service, id);
  await submitCard(admin, '4242 4242 4242 4242');
  await admin.waitForURL(/\/pay\/return\?state=/);
  const { pathname, search } = new URL(admin.url());
  return `${pathname}${search}`;
}

/** Creates campaigns, and returns the paths of all pages with a form about a campaign, a customer, or a template. */
export async function createFormPages(service: RunningService): Promise<readonly string[]> {
  const draft = await createDraft(service);
  const paid = await createPaidDraft(service);
  const queued = await createQueuedCampaign(service);
  await waitForProof(service, draft.id);
  return [
    `/campaigns/${draft.id}/checkout`,
    `/campaigns/${draft.id}/share`,
    `/campaigns/${draft.id}/title`,
    `/campaigns/${draft.id}/confirm/clone`,
    `/campaigns/${draft.id}/confirm/delete`,
    `/campaigns/${paid.id}/send`,
    `/campaigns/${queued.id}/confirm/cancel`,
    `/campaigns/${queued.id}/reschedule`,
    '/customers/1/email',
    '/templates/1/edit',
    '/templates/1/delete',
    '/templates/1/preview',
  ];
}

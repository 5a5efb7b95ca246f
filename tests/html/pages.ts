/** Lists the console's pages in each state and for each kind of reader. */
import type { Role } from '#lib/domain/permissions.ts';
import {
  createCoveredDraft,
  createDraft,
  createPaidDraft,
  createQueuedCampaign,
} from '../support/campaigns.ts';
import type { RunningService } from '../support/service.ts';

/** A visitor isn't signed in. */
type Reader = Role | 'visitor';

export interface CheckedPage {
  readonly reader: Reader;
  readonly path: string;
}

const UNKNOWN = 999_999_999;

const VISITOR_PATHS = [
  '/login',
  '/login?error=OAuthCallback',
  '/login/second-factor',
  '/join/nothing',
  '/share/nothing',
  '/pay/return',
  '/pay/return?state=nothing',
  '/nowhere',
  `/files/campaigns/${UNKNOWN}/proof`,
];
const ADMIN_PATHS = [
  '/',
  '/calendar',
  '/calendar?week=2026-11-23',
  '/calendar?month=2026-13',
  '/calendar?customer=no-such@customer.example',
  '/calendar/feeds',
  '/campaigns',
  '/campaigns?status=mailed&per_page=25',
  '/campaigns?menu=filter',
  '/campaigns?menu=display',
  '/campaigns?status=lost&sent_at[from]=soon&page=x',
  '/campaigns?meta_data[][key]=no&meta_data[][value]=such',
  '/campaigns?page=9999',
  '/campaigns?status=draft&per_page=1&page=2&selected=1,2',
  '/campaigns?job=1.refused',
  '/campaigns?job=x',
  '/campaigns?sent_at[from]=2026-11-20&sent_at[to]=2026-11-01',
  `/campaigns/${UNKNOWN}`,
  '/campaigns/x',
  '/campaigns/1/confirm/nothing',
  '/campaigns/1/share/nothing',
  '/jobs',
  '/jobs?page=9999',
  '/jobs/new?action=schedule&id=1&id=2',
  '/jobs/new?action=cancel&all=yes&list=status%3Dqueued',
  '/jobs/new?action=label&id=1',
  '/jobs/new?action=copy&all=yes&list=status%3Dlost',
  '/jobs/new?action=delete&id=1',
  `/jobs/${UNKNOWN}`,
  `/jobs/${UNKNOWN}/review`,
  '/customers',
  '/customers?page=9999',
  '/customers?per_page=x',
  '/customers/1',
  '/customers/1?status=lost',
  '/customers/1/email',
  `/customers/${UNKNOWN}`,
  '/templates',
  '/templates?page=9999',
  '/templates?per_page=x',
  '/templates/1',
  '/templates/1/edit',
  '/templates/1/delete',
  '/templates/1/preview',
  '/templates/1/preview?values=example',
  `/templates/${UNKNOWN}`,
  '/activity',
  '/activity?outcome=lost&from=soon',
  '/activity?outcome=refused',
  '/team',
  '/team/unknown',
  '/team/unknown/nothing',
  '/profile',
  '/notifications',
  '/notifications?page=9999',
  '/notifications?per_page=x',
  '/tokens',
  '/tokens/nothing',
  '/second-factor',
  '/second-factor/app',
  '/second-factor/confirm',
  '/docs',
  '/payment-runs',
  '/payment-runs?page=9999',
  '/payment-runs/new',
  '/payment-runs/new?ids=x',
  '/payment-runs/new?payment=unpaid&customer=no-such@customer.example',
  `/payment-runs/${UNKNOWN}`,
  '/join/nothing',
  '/pay/return?state=nothing',
  '/nowhere',
  `/files/campaigns/${UNKNOWN}/proof`,
];
const SENDER_PATHS = [
  '/',
  '/campaigns',
  '/customers/1',
  '/customers/1/email',
  '/templates/1',
  '/templates/1/edit',
  '/team',
  '/team/unknown',
];
const VIEWER_PATHS = [
  '/',
  '/campaigns',
  '/campaigns/1/share',
  '/payment-runs',
  '/payment-runs/new',
  '/templates/1',
  '/templates/1/delete',
  '/team',
  '/profile',
  '/notifications',
  '/tokens',
  '/docs',
];
const PROVIDER_PATHS = ['/login', '/login?error=canceled'];

const pagesFor = (reader: Reader, paths: readonly string[]) => paths.map((path) => ({ reader, path }));

/**
 * Lists the pages that differ if campaigns are billed on the monthly invoice or if members can sign in with a
 * provider.
 */
export async function listInvoicePages(service: RunningService): Promise<readonly CheckedPage[]> {
  const [draft, queued] = [await createDraft(service), await createQueuedCampaign(service)];
  const paths = [draft, queued].flatMap(({ id }) =>
    ['', '/checkout', '/send'].map((page) => `/campaigns/${id}${page}`),
  );
  return [
    ...pagesFor('visitor', PROVIDER_PATHS),
    ...pagesFor('admin', ['/', ...paths]),
    ...pagesFor('viewer', paths),
  ];
}

export async function listPages(service: RunningService): Promise<readonly CheckedPage[]> {
  const [draft, paid, covered, queued] = [
    await createDraft(service),
    await createPaidDraft(service),
    await createCoveredDraft(service),
    await createQueuedCampaign(service),
  ];
  const campaignPaths = [
    ...['', '/checkout', '/send', '/share', '/confirm/clone', '/confirm/delete'].map(
      (page) => `/campaigns/${draft.id}${page}`,
    ),
    ...['', '/checkout', '/send', '/reschedule'].map((page) => `/campaigns/${paid.id}${page}`),
    ...['', '/checkout'].map((page) => `/campaigns/${covered.id}${page}`),
    ...['', '/checkout', '/send', '/confirm/cancel', '/reschedule', '/reschedule?at=2026-12-25T09:00'].map(
      (page) => `/campaigns/${queued.id}${page}`,
    ),
  ];
  return [
    ...pagesFor('visitor', VISITOR_PATHS),
    ...pagesFor('admin', [...ADMIN_PATHS, ...campaignPaths]),
    ...pagesFor('sender', [...SENDER_PATHS, `/campaigns/${draft.id}/checkout`, `/campaigns/${paid.id}/send`]),
    ...pagesFor('viewer', [...VIEWER_PATHS, `/campaigns/${draft.id}`, `/campaigns/${draft.id}/checkout`]),
  ];
}

import type { Metadata } from 'next';
import { after } from 'next/server';
import { PasswordForm } from '#components/guest-review/password-form.tsx';
import { ReviewPage } from '#components/guest-review/review-page.tsx';
import { ReviewUnavailable } from '#components/guest-review/review-unavailable.tsx';
import { readDateSettings } from '#lib/auth/date-settings.ts';
import { readGuestReview } from '#lib/data/guest/review.ts';
import { isSandbox } from '#lib/data/service.ts';
import { env } from '#lib/env/env.ts';
import { LINK_PREVIEW_IMAGE } from '#lib/http/private-links.ts';
import { BrowserZone } from '../../../browser-zone.tsx';
import { pageNotFound } from '../../../page-error.tsx';
import { publicPage } from '../../../public-page.tsx';
import { confirmAddressAction, decideAction, unlockAction } from './actions.ts';

/**
 * Returns the same metadata for every link, because chat apps and social networks show a link's preview to
 * anyone who sees the link.
 */
export function generateMetadata(): Metadata {
  const text = { title: 'Review a proof', description: 'You’ve been asked to review a mailpiece.' };
  const images = [{ url: `${env().origin}${LINK_PREVIEW_IMAGE}`, width: 1200, height: 630, alt: '' }];
  return {
    ...text,
    title: { absolute: text.title },
    referrer: 'no-referrer',
    openGraph: { ...text, type: 'website', images },
    twitter: { ...text, card: 'summary_large_image', images },
  };
}

interface PageProps {
  readonly params: Promise<{ token: string }>;
  readonly searchParams: Promise<{ recipients?: string | string[] }>;
}

export default publicPage(async function GuestReviewPage({ params, searchParams }: PageProps) {
  const { token } = await params;
  const [sandbox, dateSettings, { recipients }] = await Promise.all([
    isSandbox(),
    readDateSettings(),
    searchParams,
  ]);
  // Reading the guest review also checks access, so this read comes last, just before the response is sent.
  const view = await readGuestReview(token, after);
  if (view.state === 'closed') pageNotFound();
  if (view.state === 'locked') return <PasswordForm token={token} sandbox={sandbox} action={unlockAction} />;
  if (!view.page.ok) return <ReviewUnavailable failure={view.page.failure} retryHref={`/share/${token}`} />;
  return (
    <>
      <ReviewPage
        page={view.page.value}
        token={token}
        dateSettings={dateSettings}
        sandbox={sandbox}
        action={decideAction}
        codeAction={confirmAddressAction}
        showAllRecipients={recipients === 'all'}
      />
      <BrowserZone showsTimes />
    </>
  );
});

'use client';

import { useEffect } from 'react';
import { reportClientError } from '#components/client-errors/report-error.ts';
import { ReviewFrame } from '#components/guest-review/review-frame.tsx';
import { buttonClass } from '#components/ui/button.ts';
import { Glyph, PLUG_PATH } from '#components/ui/glyph.tsx';
import { MessageLayout } from '#components/ui/message-layout.tsx';

/**
 * The error page for guest reviews. Guests also see the error page if they submit a form after the link has
 * been revoked. If a guest reloads the page after the link has been revoked, the page says that the link isn't
 * valid.
 */
export default function GuestReviewError({ error }: { error: unknown }) {
  useEffect(() => reportClientError(error), [error]);
  return (
    <ReviewFrame sandbox={false}>
      <div className="py-[12vh]">
        <MessageLayout
          icon={<Glyph path={PLUG_PATH} className="size-6" />}
          tone="amber"
          title="Something went wrong"
        >
          <p>
            The link may have expired, or something may be wrong on our end. Reload the page to try again. If
            the reloaded page doesn’t show your decision, it wasn’t recorded.
          </p>
          <button type="button" onClick={() => location.reload()} className={buttonClass('primary', 'mt-5')}>
            Reload page
          </button>
        </MessageLayout>
      </div>
    </ReviewFrame>
  );
}

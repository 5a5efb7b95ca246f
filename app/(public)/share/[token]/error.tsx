'use client';

import { ReviewFrame } from '#components/guest-review/review-frame.tsx';
import { buttonClass } from '#components/ui/button.ts';
import { Message } from '#components/ui/message.tsx';

/**
 * Shown after any error, including a form that the guest submits after the link was revoked. If the link was
 * revoked, reloading the page shows that the link isn't valid.
 */
export default function GuestReviewError() {
  return (
    <ReviewFrame sandbox={false}>
      <div className="py-[12vh]">
        <Message icon="plug" tone="amber" title="Something went wrong">
          <p>
            The link may have expired, or we’re having a problem. Reload the page to check. If your decision
            isn’t shown, it wasn’t recorded.
          </p>
          <button type="button" onClick={() => location.reload()} className={buttonClass('primary', 'mt-5')}>
            Reload page
          </button>
        </Message>
      </div>
    </ReviewFrame>
  );
}

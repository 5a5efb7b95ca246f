import { buttonClass } from '#components/ui/button.ts';
import { Message } from '#components/ui/message.tsx';
import type { Failure } from '#lib/domain/outcome.ts';
import { setPageStatus } from '#lib/http/page-status.ts';
import { ReviewFrame } from './review-frame.tsx';

/** Shown if the campaign was deleted or can't be read. Guests don't see why a campaign can't be read. */
export async function ReviewUnavailable({ failure, retryHref }: { failure: Failure; retryHref: string }) {
  await setPageStatus(failure.kind === 'missing' ? 404 : 503);
  return (
    <ReviewFrame sandbox={false}>
      <div className="py-[12vh]">
        {failure.kind === 'missing' ? (
          <Message icon="not-found" tone="muted" title="No longer available">
            <p>This campaign was deleted. Contact the person who sent you the link.</p>
          </Message>
        ) : (
          <Message icon="plug" tone="amber" title="The proof isn’t available right now">
            <p>Try again in a moment.</p>
            <a href={retryHref} className={buttonClass('primary', 'mt-5')}>
              Try again
            </a>
          </Message>
        )}
      </div>
    </ReviewFrame>
  );
}

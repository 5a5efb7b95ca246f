import { buttonClass } from '#components/ui/button.ts';
import { Message } from '#components/ui/message.tsx';
import type { Failure } from '#lib/domain/outcome.ts';
import { ReviewFrame } from './review-frame.tsx';

/** What is shared can't be had just now, or is gone for good. Whose fault it is helps no guest. */
export function ReviewUnavailable({ failure, again }: { failure: Failure; again: string }) {
  return (
    <ReviewFrame sandbox={false}>
      <div className="py-[12vh]">
        {failure.kind === 'missing' ? (
          <Message icon="astray" tone="muted" title="It isn’t there any more">
            <p>What this link showed has been deleted. Whoever sent it to you can tell you more.</p>
          </Message>
        ) : (
          <Message icon="plug" tone="amber" title="The proof can’t be shown just now">
            <p>It may be back in a moment.</p>
            <a href={again} className={buttonClass('primary', 'mt-5')}>
              Try again
            </a>
          </Message>
        )}
      </div>
    </ReviewFrame>
  );
}

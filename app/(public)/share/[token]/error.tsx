'use client';

import { ReviewFrame } from '#components/guest-review/review-frame.tsx';
import { buttonClass } from '#components/ui/button.ts';
import { Message } from '#components/ui/message.tsx';

/** Also what comes of a form whose link was withdrawn meanwhile: loaded again, the page says so. */
export default function SharedPageBroke() {
  return (
    <ReviewFrame sandbox={false}>
      <div className="py-[12vh]">
        <Message icon="plug" tone="amber" title="That didn’t work">
          <p>
            The link may have ended meanwhile, or something broke on our side. What doesn’t stand on the page
            when you load it again wasn’t recorded.
          </p>
          <button type="button" onClick={() => location.reload()} className={buttonClass('primary', 'mt-5')}>
            Load the page again
          </button>
        </Message>
      </div>
    </ReviewFrame>
  );
}

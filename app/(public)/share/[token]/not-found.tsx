import { ReviewFrame } from '#components/guest-review/review-frame.tsx';
import { Message } from '#components/ui/message.tsx';
import { INVALID_SHARE_LINK_TEXT } from '#lib/http/private-links.ts';

/**
 * The page for a link that is revoked while the review is being rendered. The middleware responds to all
 * other invalid links.
 */
export default function GuestReviewNotFound() {
  return (
    <ReviewFrame sandbox={false}>
      <div className="py-[12vh]">
        <Message icon="not-found" tone="muted" title={INVALID_SHARE_LINK_TEXT.heading}>
          <p>{INVALID_SHARE_LINK_TEXT.sentence}</p>
        </Message>
      </div>
    </ReviewFrame>
  );
}

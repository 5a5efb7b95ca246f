import { ReviewFrame } from '#components/guest-review/review-frame.tsx';
import { Message } from '#components/ui/message.tsx';
import { INVALID_SHARE_LINK_TEXT } from '#lib/http/private-links.ts';

/** A link that was withdrawn while its page was on the way; one that is dead already doesn't get here. */
export default function NotOpenAnyMore() {
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

import { SharedFrame } from '#components/shared/shared-frame.tsx';
import { Message } from '#components/ui/message.tsx';

/** A link that was withdrawn while its page was on the way; one that is dead already doesn't get here. */
export default function NotOpenAnyMore() {
  return (
    <SharedFrame sandbox={false}>
      <div className="py-[12vh]">
        <Message icon="astray" tone="muted" title="This link opens nothing">
          <p>
            It may be over, or have been cut short on its way. Whoever sent it to you can send you a new one.
          </p>
        </Message>
      </div>
    </SharedFrame>
  );
}

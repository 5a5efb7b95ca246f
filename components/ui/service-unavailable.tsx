import type { Failure } from '#lib/domain/outcome.ts';
import { describeFailure } from '#lib/format/failure.ts';
import { setPageStatus } from '#lib/http/page-status.ts';
import { buttonClass } from './button.ts';
import { Message } from './message.tsx';

interface ServiceUnavailableProps {
  readonly failure: Failure;
  readonly retryHref: string;
  readonly headingLevel?: 1 | 2;
}

/** Shown instead of content that couldn't be read from the mail service. The page responds with 503. */
export async function ServiceUnavailable({ failure, retryHref, headingLevel = 1 }: ServiceUnavailableProps) {
  await setPageStatus(503);
  const { title, sentence } = describeFailure(failure);
  return (
    <div className="rounded-lg border border-line bg-card px-5 py-14 shadow-card">
      <Message icon="plug" tone="amber" title={title} headingLevel={headingLevel}>
        <p>{sentence}</p>
        {/* A plain link always makes a new request. Client-side navigation could reuse a cached response. */}
        <a href={retryHref} className={buttonClass('primary', 'mt-5')}>
          Try again
        </a>
      </Message>
    </div>
  );
}

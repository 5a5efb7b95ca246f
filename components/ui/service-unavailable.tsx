import type { Failure } from '#lib/domain/outcome.ts';
import { describeFailure } from '#lib/format/failure.ts';
import { buttonClass } from './button.ts';
import { Message } from './message.tsx';

interface ServiceUnavailableProps {
  readonly failure: Failure;
  /** The address to ask for again. */
  readonly retryHref: string;
  readonly level?: 1 | 2;
}

/** The service couldn't give what this page is about. */
export function ServiceUnavailable({ failure, retryHref: again, level = 1 }: ServiceUnavailableProps) {
  const { title, sentence } = describeFailure(failure);
  return (
    <div className="rounded-lg border border-line bg-card px-5 py-14 shadow-card">
      <Message icon="plug" tone="amber" title={title} level={level}>
        <p>{sentence}</p>
        {/* A whole new request: a navigation inside the page could be answered from what the browser kept. */}
        <a href={again} className={buttonClass('primary', 'mt-5')}>
          Try again
        </a>
      </Message>
    </div>
  );
}

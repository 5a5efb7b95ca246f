import { buttonClass } from './button.ts';
import { Message } from './message.tsx';

export function NotFound() {
  return (
    <Message icon="not-found" tone="muted" title="Page not found">
      <p>The page may have been deleted, or the link may be incomplete.</p>
      <a href="/" className={buttonClass('primary', 'mt-5')}>
        Go to overview
      </a>
    </Message>
  );
}

import { buttonClass } from './button.ts';
import { Message } from './message.tsx';

export function NotFound() {
  return (
    <Message icon="astray" tone="muted" title="Not at this address">
      <p>There is nothing here, or not any more. Perhaps it was deleted, or the address was cut short.</p>
      <a href="/" className={buttonClass('primary', 'mt-5')}>
        Go to the overview
      </a>
    </Message>
  );
}

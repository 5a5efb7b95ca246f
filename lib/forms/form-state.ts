/** What a form shows after it was submitted. Plain data, the same with and without JavaScript. */
import type { FieldErrors } from '#lib/contract/wire.ts';
import type { Failure } from '#lib/domain/outcome.ts';

export interface FormState {
  readonly ok?: true;
  /** One of our own sentences, never the service's text. */
  readonly message?: string;
  /** Sentences by field. */
  readonly fields?: FieldErrors;
  /** What was typed, so that the form can show it again. Never a password or a card token. */
  readonly values?: Readonly<Record<string, string>>;
  readonly failure?: Failure;
  /** A new link, which is shown only once. */
  readonly link?: string;
  /** The requested HTML of a mailpiece's sides. Show it only in frames with the design policy. */
  readonly designs?: readonly string[];
}

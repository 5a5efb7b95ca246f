/** What a form shows after it was submitted: plain data that works the same with and without JavaScript. */
import type { FieldErrors } from '#lib/contract/wire.ts';
import type { Failure } from '#lib/domain/outcome.ts';

export interface FormState {
  readonly ok?: true;
  /** One of our own sentences, never the service's text. */
  readonly message?: string;
  /** Sentences by field. */
  readonly fields?: FieldErrors;
  /** The submitted values, so that the form can show them again. Never a password or a card token. */
  readonly values?: Readonly<Record<string, string>>;
  readonly failure?: Failure;
  /** A new link, which is shown only once. */
  readonly link?: string;
  /** The HTML of a mailpiece's sides, if the form requested it. Show it only in frames with the design policy. */
  readonly designs?: readonly string[];
}

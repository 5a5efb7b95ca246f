/** The text for requests that are refused before the console handles them. */
import type { FailureText } from './failure.ts';
import { formatCount, formatPlural } from './text.ts';

export type Refusal =
  | {
      readonly why: 'too_large';
      readonly exceeded: 'bytes' | 'fields' | 'depth';
      readonly limits: { readonly bytes: number; readonly fields: number };
      readonly isMember: boolean;
    }
  | { readonly why: 'slow'; readonly seconds: number }
  | { readonly why: 'busy' | 'malformed' | 'out_of_date' | 'no_database' };

/**
 * The beginning of every refusal's text. A form shows a refusal’s text only if the text begins with this
 * sentence.
 */
const NO_ACTION = 'No action was taken.';

/** How many seconds a client should wait before repeating a request that the console can't process now. */
export const RETRY_AFTER_SECONDS = 5;

/** What was refused: a form, a request from a program, or a request to see a page. */
type Subject = 'form' | 'request' | 'page';

export function describeRefusal(refusal: Refusal, subject: Subject): FailureText {
  const { title, sentence } = explain(refusal, subject);
  return { title, sentence: subject === 'page' ? sentence : `${NO_ACTION} ${sentence}` };
}

function explain(refusal: Refusal, subject: Subject): FailureText {
  switch (refusal.why) {
    case 'too_large':
      return {
        title: `This ${subject} is too large`,
        sentence: `${describeExceededLimit(refusal, subject)} ${refusal.isMember ? 'Send less data, then try again.' : `Only members can send larger ${subject}s. Use another tab to sign in, or send less data, then try again.`}`,
      };
    case 'slow':
      return {
        title: `This ${subject} took too long`,
        sentence: `The ${subject} didn’t arrive within ${formatPlural(refusal.seconds, 'second')}. Check your connection, then try again.`,
      };
    case 'busy':
      return {
        title: 'Mailroom is busy',
        sentence: `Mailroom is already processing as many large ${subject}s as it can. Try again in a moment.`,
      };
    case 'malformed':
      return {
        title: `This ${subject} is malformed`,
        sentence: `The ${subject} was incomplete or malformed. Reload the page, then try again.`,
      };
    case 'out_of_date':
      return {
        title: 'This page is out of date',
        sentence: 'Mailroom was updated after you opened this page. Reload the page, then try again.',
      };
    case 'no_database':
      return {
        title: 'Mailroom can’t reach its database',
        sentence: 'The database isn’t responding. Try again in a moment.',
      };
  }
}

function describeExceededLimit(
  { exceeded, limits }: Extract<Refusal, { why: 'too_large' }>,
  subject: Subject,
): string {
  switch (exceeded) {
    case 'bytes':
      return `The ${subject} is larger than ${formatBytes(limits.bytes)}.`;
    case 'fields':
      return `The ${subject} has more than ${formatCount(limits.fields)} fields.`;
    case 'depth':
      return `The ${subject} is nested too deeply.`;
  }
}

const KB = 1024;

function formatBytes(bytes: number): string {
  return bytes < KB * KB ? `${bytes / KB} KB` : `${bytes / KB / KB} MB`;
}

/** The message for a form whose action started but then failed. */
export const DATABASE_FAILED =
  'The database isn’t responding. What you entered is still here. If you were paying or sending, check the campaign’s status first. Otherwise, try again in a moment.';

/** Explains why an action didn’t return a result, based on the error that the browser gets. */
export function describeFailedAction(error: unknown): string {
  if (error instanceof Error && error.message.startsWith(NO_ACTION)) return error.message;
  const digest =
    error instanceof Error && 'digest' in error ? ` Error number in the server log: ${error.digest}.` : '';
  return `Mailroom didn’t finish this action, or the connection failed. What you entered is still here. If you were paying or sending, check the campaign’s status first. Otherwise, try again in a moment.${digest}`;
}

/**
 * Describes errors for the log, without query parameters or text that people entered. Errors from drizzle,
 * PostgreSQL, and PGlite contain the query's parameters in several places.
 */

export interface ErrorReport {
  readonly type: string;
  readonly message: string;
  readonly code?: string;
  /** The name of the violated constraint. */
  readonly constraint?: string;
  /** The code that Next shows on the error page. */
  readonly digest?: string;
  /** The stack trace without the error's message. */
  readonly stack?: string;
  readonly cause?: ErrorReport;
}

const MAX_CAUSES = 5;
const MAX_MESSAGE_LENGTH = 2_000;
/**
 * Parameters shorter than this, such as ids, aren't redacted, because they can also occur in a message by
 * chance.
 */
const MIN_PARAMETER_LENGTH = 4;
const REDACTED = '[redacted]';

export const reportError = (error: unknown): ErrorReport => report(error, [], MAX_CAUSES);

/** Returns one line for the log of a program that doesn't use lib/log.ts. */
export const errorLine = (message: string, error: unknown): string =>
  JSON.stringify({ message, error: reportError(error) });

/**
 * Redacts text that Next printed. Next quotes parts of requests, so everything between the first quotation mark
 * and the last one is redacted.
 */
export const redactOutput = (text: string): string =>
  redactMessage(text.replace(/".*"/s, REDACTED).replace(/`.*`/s, REDACTED), []);

function report(error: unknown, parameters: readonly string[], causesLeft: number): ErrorReport {
  if (!(error instanceof Error))
    return { type: typeof error, message: redactMessage(String(error), parameters) };
  const known = [...parameters, ...listParameters(error)];
  const { code, constraint, digest } = error as { code?: unknown; constraint?: unknown; digest?: unknown };
  const stack = error.stack?.split('\n').filter((line) => /^\s+at /.test(line));
  // An AggregateError has no cause.
  // For example, Node throws an AggregateError if all of a host's addresses refuse a connection.
  const cause: unknown = error.cause ?? (error instanceof AggregateError ? error.errors[0] : undefined);
  return {
    type: error.name,
    message: redactMessage(isParserError(error) ? redactInput(error.message) : error.message, known),
    ...(typeof code === 'string' && { code }),
    ...(typeof constraint === 'string' && { constraint }),
    ...(typeof digest === 'string' && { digest }),
    ...(stack && stack.length > 0 && { stack: stack.map((line) => line.trim()).join('\n') }),
    ...(cause !== undefined && causesLeft > 0 && { cause: report(cause, known, causesLeft - 1) }),
  };
}

/** Returns the parameters of the failed query, if the error is about a query. */
function listParameters(error: Error): string[] {
  const { params } = error as { params?: unknown };
  return [params].flat(3).flatMap((value) => {
    if (value instanceof Date) return [value.toISOString()];
    if (typeof value === 'object' && value !== null) return [JSON.stringify(value)];
    return typeof value === 'string' ? [value] : [];
  });
}

/**
 * Returns whether the error comes from a function such as JSON.parse, BigInt, or RegExp, whose error messages
 * quote the invalid text.
 */
const isParserError = ({ name, message }: Error): boolean =>
  name === 'SyntaxError' || name === 'URIError' || message.startsWith('Failed to parse URL');

/** Redacts the parts of an error message that quote the invalid text. */
const redactInput = (message: string): string =>
  message
    .replace(/".*"/s, REDACTED)
    .replace(/'.*'/s, REDACTED)
    .replace(/(: \/).*/s, `: ${REDACTED}`)
    .replace(/(convert |parse URL from ).*/s, `$1${REDACTED}`);

function redactMessage(message: string, parameters: readonly string[]): string {
  const [withoutParameters = ''] = message.split('\nparams: ');
  const longParameters = parameters.filter(({ length }) => length >= MIN_PARAMETER_LENGTH);
  return (
    longParameters
      .reduce((text, parameter) => text.replaceAll(parameter, REDACTED), withoutParameters)
      .slice(0, MAX_MESSAGE_LENGTH)
      // If PostgreSQL can't parse a value, it quotes the value at the end of its error message.
      .replace(/: ".*"$/s, `: ${REDACTED}`)
      .replace(/[^\s@"'(),;:<>]+@[^\s@"'(),;:<>]+/g, REDACTED)
      // Redact hashes, tokens, and keys, but not the lowercase names of tables and constraints.
      .replace(/[\w+/=$~.-]{32,}/g, (text) => (/^[a-z_./-]+$/.test(text) ? text : REDACTED))
  );
}

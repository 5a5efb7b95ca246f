import { parseAccept } from 'hono/utils/accept';

/**
 * The limits prevent a forged header from taking a long time to parse. Browsers' headers are well under the
 * limits.
 */
const MAX_HEADER_LENGTH = 200;
const MAX_LANGUAGES = 10;

/**
 * Returns the language tags of an Accept-Language header, in order of preference. Tags from callers other than
 * browsers can be invalid.
 */
export function readAcceptedLanguages(header: string | null): readonly string[] {
  if (header === null) return [];
  const text =
    header.length <= MAX_HEADER_LENGTH
      ? header
      : // Removes the last tag, because the tag or its weight may be incomplete.
        header.slice(0, MAX_HEADER_LENGTH).replace(/,?[^,]*$/, '');
  return parseAccept(text)
    .filter(({ q }) => q > 0)
    .slice(0, MAX_LANGUAGES)
    .map(({ type }) => type);
}

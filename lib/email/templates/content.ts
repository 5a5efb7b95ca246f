/** An email's content, and functions that sanitize text. */

export interface RenderedEmail {
  /** Must be a single line without secrets, because email servers log subjects. */
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

export interface Fact {
  readonly name: string;
  readonly value: string;
}

/** A list entry, such as a notification in a digest. */
export interface Item {
  readonly title: string;
  readonly text: string;
  /** The URL that the title links to, if any. */
  readonly link: string | undefined;
}

/** An email's content before rendering. The text may contain anything that guests or members entered. */
export interface EmailContent {
  readonly subject: string;
  readonly title: string;
  readonly paragraphs: readonly string[];
  readonly facts?: readonly Fact[];
  readonly items?: readonly Item[];
  /** A guest's or member's comment. */
  readonly quote?: string | undefined;
  readonly button?: { readonly label: string; readonly link: string };
  /** A sentence that explains why the recipient gets the email. Shown in small print. */
  readonly why: string;
}

/**
 * Replaces line breaks and control characters with spaces, and shortens long text. Used for headers and
 * lists.
 */
export const toSingleLine = (text: string, maxLength = 150): string => {
  const line = text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu, ' ').trim();
  return line.length > maxLength
    ? `${[...line]
        .slice(0, maxLength - 1)
        .join('')
        .trimEnd()}…`
    : line;
};

/** Splits text into lines, and replaces control characters with spaces. */
export const splitLines = (text: string): readonly string[] =>
  text.split(/\r\n|[\r\n\u2028\u2029]/).map((line) => line.replace(/[\p{Cc}\p{Cf}]+/gu, ' ').trimEnd());

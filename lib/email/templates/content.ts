/** What a letter is made of, and how it reads as plain text. Pure. */

export interface RenderedEmail {
  /** One line, without anything secret: mail servers keep it in their logs. */
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

export interface Fact {
  readonly name: string;
  readonly value: string;
}

/** The same for every kind of letter; texts may come from anybody. */
export interface EmailContent {
  readonly subject: string;
  readonly title: string;
  readonly paragraphs: readonly string[];
  readonly facts?: readonly Fact[];
  /** Somebody's own words, set apart from ours. */
  readonly quote?: string | undefined;
  /** The one thing to do. */
  readonly button: { readonly words: string; readonly link: string };
  /** Why this letter came, in small print. */
  readonly why: string;
}

/** A line of a header or of a list can't hold more than one line, whoever wrote it. */
export const toSingleLine = (text: string, most = 150): string => {
  const line = text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu, ' ').trim();
  return line.length > most
    ? `${[...line]
        .slice(0, most - 1)
        .join('')
        .trimEnd()}…`
    : line;
};

/** Several lines stay several lines; nothing else that can't be seen stays. */
export const splitLines = (text: string): readonly string[] =>
  text.split(/\r\n|[\r\n\u2028\u2029]/).map((line) => line.replace(/[\p{Cc}\p{Cf}]+/gu, ' ').trimEnd());

export function renderEmailText({ title, paragraphs, facts = [], quote, button, why }: EmailContent): string {
  const blocks = [
    toSingleLine(title),
    ...paragraphs.map((paragraph) => toSingleLine(paragraph, 1_000)),
    quote === undefined
      ? ''
      : splitLines(quote)
          .map((line) => `> ${line}`)
          .join('\n'),
    facts.map(({ name, value }) => `${name}: ${toSingleLine(value)}`).join('\n'),
    `${button.words}:\n${button.link}`,
    `--\n${toSingleLine(why, 1_000)}\nMailroom`,
  ];
  return `${blocks.filter((block) => block !== '').join('\n\n')}\n`;
}

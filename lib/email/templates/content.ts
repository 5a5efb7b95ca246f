/** What a letter is made of, and how it reads as plain text. Pure. */

export interface Letter {
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
export interface Content {
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
export const oneLine = (text: string, most = 150): string => {
  const line = text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu, ' ').trim();
  return line.length > most
    ? `${[...line]
        .slice(0, most - 1)
        .join('')
        .trimEnd()}…`
    : line;
};

/** Several lines stay several lines; nothing else that can't be seen stays. */
export const lines = (text: string): readonly string[] =>
  text.split(/\r\n|[\r\n\u2028\u2029]/).map((line) => line.replace(/[\p{Cc}\p{Cf}]+/gu, ' ').trimEnd());

export function asText({ title, paragraphs, facts = [], quote, button, why }: Content): string {
  const blocks = [
    oneLine(title),
    ...paragraphs.map((paragraph) => oneLine(paragraph, 1_000)),
    quote === undefined
      ? ''
      : lines(quote)
          .map((line) => `> ${line}`)
          .join('\n'),
    facts.map(({ name, value }) => `${name}: ${oneLine(value)}`).join('\n'),
    `${button.words}:\n${button.link}`,
    `--\n${oneLine(why, 1_000)}\nMailroom`,
  ];
  return `${blocks.filter((block) => block !== '').join('\n\n')}\n`;
}

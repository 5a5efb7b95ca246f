import { type EmailContent, type Item, type RenderedEmail, splitLines, toSingleLine } from './content.ts';
import { renderEmailHtml } from './html.ts';

export const renderEmail = (content: EmailContent): RenderedEmail => ({
  subject: toSingleLine(content.subject),
  text: renderEmailText(content),
  html: renderEmailHtml(content),
});

function renderEmailText({
  title,
  paragraphs,
  facts = [],
  items = [],
  quote,
  button,
  why,
}: EmailContent): string {
  const blocks = [
    toSingleLine(title),
    ...paragraphs.map((paragraph) => toSingleLine(paragraph, 1_000)),
    quote === undefined
      ? ''
      : splitLines(quote)
          .map((line) => `> ${line}`)
          .join('\n'),
    facts.map(({ name, value }) => `${name}: ${toSingleLine(value)}`).join('\n'),
    ...items.map(renderItem),
    button ? `${button.label}:\n${button.link}` : '',
    `--\n${toSingleLine(why, 1_000)}\nMailroom`,
  ];
  return `${blocks.filter((block) => block !== '').join('\n\n')}\n`;
}

const renderItem = ({ title, text, link }: Item): string =>
  [`* ${toSingleLine(title)}`, toSingleLine(text, 300), link ?? '']
    .filter((line) => line !== '')
    .join('\n  ');

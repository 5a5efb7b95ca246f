import { type EmailContent, type RenderedEmail, splitLines, toSingleLine } from './content.ts';
import { renderEmailHtml } from './html.ts';

export const renderEmail = (content: EmailContent): RenderedEmail => ({
  subject: toSingleLine(content.subject),
  text: renderEmailText(content),
  html: renderEmailHtml(content),
});

function renderEmailText({ title, paragraphs, facts = [], quote, button, why }: EmailContent): string {
  const blocks = [
    toSingleLine(title),
    ...paragraphs.map((paragraph) => toSingleLine(paragraph, 1_000)),
    quote === undefined
      ? ''
      : splitLines(quote)
          .map((line) => `> ${line}`)
          .join('\n'),
    facts.map(({ name, value }) => `${name}: ${toSingleLine(value)}`).join('\n'),
    button ? `${button.label}:\n${button.link}` : '',
    `--\n${toSingleLine(why, 1_000)}\nMailroom`,
  ];
  return `${blocks.filter((block) => block !== '').join('\n\n')}\n`;
}

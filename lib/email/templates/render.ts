import { renderEmailText, type EmailContent, type RenderedEmail, toSingleLine } from './content.ts';
import { renderEmailHtml } from './html.ts';

export const renderEmail = (content: EmailContent): RenderedEmail => ({
  subject: toSingleLine(content.subject),
  text: renderEmailText(content),
  html: renderEmailHtml(content),
});

import { asHtml } from './html.ts';
import { asText, type Content, type Letter, oneLine } from './letter.ts';

export const letterOf = (content: Content): Letter => ({
  subject: oneLine(content.subject),
  text: asText(content),
  html: asHtml(content),
});

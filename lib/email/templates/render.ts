import { asText, type Content, type Letter, oneLine } from './content.ts';
import { asHtml } from './html.ts';

export const letterOf = (content: Content): Letter => ({
  subject: oneLine(content.subject),
  text: asText(content),
  html: asHtml(content),
});

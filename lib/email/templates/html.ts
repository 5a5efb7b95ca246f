/**
 * Renders an email as HTML. Old email clients can render the HTML, because it uses tables and inline styles
 * and doesn't load any images. In dark mode, email clients use the dark colors.
 */
import { escapeForHtml } from '#lib/http/html.ts';
import { type EmailContent, type Fact, type Item, splitLines, toSingleLine } from './content.ts';

const LIGHT = {
  paper: '#f7f4ee',
  card: '#fffdfa',
  ink: '#1c2430',
  muted: '#5a6371',
  line: '#e3ddd1',
  red: '#b92d23',
  onRed: '#ffffff',
  blue: '#22508f',
};
const DARK: typeof LIGHT = {
  paper: '#11151b',
  card: '#191f28',
  ink: '#ece8e0',
  muted: '#a0aab8',
  line: '#2a323e',
  red: '#ff7a6c',
  onRed: '#2a0603',
  blue: '#8fb8f2',
};
const SANS = "Inter, -apple-system, 'Segoe UI', Roboto, Helvetica, Arial, sans-serif";
const SERIF = "'Source Serif 4', Georgia, 'Times New Roman', serif";

export function renderEmailHtml({
  subject,
  title,
  paragraphs,
  facts = [],
  items = [],
  quote,
  button,
  why,
}: EmailContent): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escapeForHtml(toSingleLine(subject))}</title>
<style>${darkStyle()}</style>
</head>
<body class="paper" style="margin:0;padding:0;background:${LIGHT.paper};color:${LIGHT.ink}">
<div style="display:none;max-height:0;overflow:hidden">${escapeForHtml(toSingleLine(paragraphs[0] ?? ''))}</div>
<table role="presentation" class="paper" width="100%" cellpadding="0" cellspacing="0" border="0" style="background:${LIGHT.paper}">
<tr><td>${airmail()}</td></tr>
<tr><td align="center" style="padding:32px 16px 40px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="max-width:520px">
<tr><td align="center" style="padding:0 0 20px">${brand()}</td></tr>
<tr><td class="card" style="background:${LIGHT.card};border:1px solid ${LIGHT.line};border-radius:12px;padding:30px 28px 32px">
<h1 class="ink" style="margin:0 0 14px;font:600 25px/1.25 ${SERIF};letter-spacing:-.01em;color:${LIGHT.ink}">${escapeForHtml(toSingleLine(title))}</h1>
${paragraphs.map(paragraph).join('\n')}
${quote === undefined ? '' : blockquote(quote)}
${facts.length === 0 ? '' : factTable(facts)}
${items.length === 0 ? '' : itemTable(items)}
${button ? callToAction(button) : ''}
</td></tr>
<tr><td class="muted" style="padding:18px 8px 0;font:400 13px/1.5 ${SANS};color:${LIGHT.muted};text-align:center">${escapeForHtml(toSingleLine(why, 1_000))}</td></tr>
</table>
</td></tr>
</table>
</body>
</html>
`;
}

/**
 * Returns the HTML for the airmail stripe. Uses table cells instead of a gradient, because some email clients
 * don't support gradients.
 */
function airmail(): string {
  const cells = Array.from({ length: 32 }, (_, at) => {
    const color = at % 4 === 0 ? 'red' : at % 4 === 2 ? 'blue' : null;
    const paint = color
      ? ` class="${color}" style="background:${LIGHT[color]};font-size:0;line-height:0"`
      : '';
    return `<td width="${color ? 4 : 2.25}%" height="6"${paint}></td>`;
  });
  return `<table role="presentation" aria-hidden="true" width="100%" cellpadding="0" cellspacing="0" border="0" style="table-layout:fixed"><tr>${cells.join('')}</tr></table>`;
}

const brand = (): string =>
  `<span class="red" style="display:inline-block;background:${LIGHT.red};color:${LIGHT.onRed};font:700 15px/30px ${SERIF};width:26px;border-radius:3px">M</span><span class="ink" style="font:600 18px/30px ${SERIF};color:${LIGHT.ink};padding-left:10px">Mailroom</span>`;

const paragraph = (text: string): string =>
  `<p class="ink" style="margin:0 0 14px;font:400 15.5px/1.55 ${SANS};color:${LIGHT.ink}">${escapeForHtml(toSingleLine(text, 1_000))}</p>`;

const blockquote = (text: string): string =>
  `<blockquote class="ink quote" style="margin:2px 0 18px;padding:2px 0 2px 14px;border-left:3px solid ${LIGHT.blue};font:400 15.5px/1.55 ${SERIF};color:${LIGHT.ink}">${splitLines(text).map(escapeForHtml).join('<br>')}</blockquote>`;

const factTable = (facts: readonly Fact[]): string =>
  `<table width="100%" cellpadding="0" cellspacing="0" border="0" style="margin:4px 0 8px">${facts
    .map(
      ({ name, value }) =>
        `<tr><th scope="row" align="left" class="muted rule" style="padding:8px 14px 8px 0;border-top:1px solid ${LIGHT.line};font:400 14px/1.45 ${SANS};color:${LIGHT.muted};text-align:left;vertical-align:top;white-space:nowrap">${escapeForHtml(name)}</th><td class="ink rule" style="padding:8px 0;border-top:1px solid ${LIGHT.line};font:400 14px/1.45 ${SANS};color:${LIGHT.ink};width:99%;word-break:break-word">${escapeForHtml(toSingleLine(value))}</td></tr>`,
    )
    .join('')}</table>`;

const itemTable = (items: readonly Item[]): string =>
  `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="margin:4px 0 8px">${items.map(itemRow).join('')}</table>`;

function itemRow({ title, text, link }: Item): string {
  const name = escapeForHtml(toSingleLine(title));
  const heading =
    link === undefined
      ? name
      : `<a class="blue-text" href="${escapeForHtml(link)}" style="color:${LIGHT.blue}">${name}</a>`;
  const details =
    text.trim() === ''
      ? ''
      : `<br><span class="muted" style="color:${LIGHT.muted}">${escapeForHtml(toSingleLine(text, 300))}</span>`;
  return `<tr><td class="ink rule" style="padding:10px 0;border-top:1px solid ${LIGHT.line};font:400 14px/1.45 ${SANS};color:${LIGHT.ink};word-break:break-word"><strong style="font-weight:600">${heading}</strong>${details}</td></tr>`;
}

const callToAction = ({ label, link }: NonNullable<EmailContent['button']>): string =>
  `<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin:16px 0 0"><tr><td class="red" style="background:${LIGHT.red};border-radius:8px"><a class="on-red" href="${escapeForHtml(link)}" style="display:inline-block;padding:11px 20px;font:600 15px/1.3 ${SANS};color:${LIGHT.onRed};text-decoration:none">${escapeForHtml(label)}</a></td></tr></table>
<p class="muted" style="margin:16px 0 0;font:400 13px/1.5 ${SANS};color:${LIGHT.muted};word-break:break-all">Or open this link: <a class="blue-text" href="${escapeForHtml(link)}" style="color:${LIGHT.blue}">${escapeForHtml(link)}</a></p>`;

/** Returns the styles for dark mode. Each style needs `!important` to override the inline styles. */
function darkStyle(): string {
  const rules = [
    `.paper{background:${DARK.paper}!important}`,
    `.card{background:${DARK.card}!important;border-color:${DARK.line}!important}`,
    `.ink{color:${DARK.ink}!important}`,
    `.muted{color:${DARK.muted}!important}`,
    `.rule{border-color:${DARK.line}!important}`,
    `.quote{border-color:${DARK.blue}!important}`,
    `.red{background:${DARK.red}!important;color:${DARK.onRed}!important}`,
    `.on-red{color:${DARK.onRed}!important}`,
    `.blue{background:${DARK.blue}!important}`,
    `.blue-text{color:${DARK.blue}!important}`,
  ];
  return `@media (prefers-color-scheme:dark){${rules.join('')}}`;
}

/** The HTML rules that every page follows. */
import { HtmlValidate, StaticConfigLoader } from 'html-validate/node';

const htmlValidate = new HtmlValidate(
  new StaticConfigLoader({
    root: true,
    extends: ['html-validate:standard', 'html-validate:document'],
    rules: {
      // Integrity hashes protect scripts from other origins. Our scripts come from the console's own origin.
      'require-sri': ['error', { target: 'crossorigin' }],
    },
  }),
);

/** Returns a description of each problem in the HTML, with an excerpt. */
export async function findHtmlProblems(html: string): Promise<string[]> {
  const report = await htmlValidate.validateString(html);
  const lines = html.split('\n');
  return report.results
    .flatMap(({ messages }) => messages)
    .map(({ line, column, ruleId, message }) => {
      const excerpt = (lines[line - 1] ?? '').slice(Math.max(0, column - 40), column + 120);
      return `${ruleId}: ${message}\n    … ${excerpt} …`;
    });
}

/** The HTML rules that every page and every email follows. */
import { type ConfigData, HtmlValidate, StaticConfigLoader } from 'html-validate/node';

type Rules = NonNullable<ConfigData['rules']>;

const createValidator = (rules: Rules) =>
  new HtmlValidate(
    new StaticConfigLoader({
      root: true,
      extends: ['html-validate:standard', 'html-validate:document'],
      rules,
    }),
  );

const VALIDATORS = {
  page: createValidator({
    // Integrity hashes are only for scripts from other origins.
    // Our scripts come from the console's own origin.
    'require-sri': ['error', { target: 'crossorigin' }],
  }),
  // Old email clients lay out tables correctly only with attributes that CSS has made obsolete.
  email: createValidator({ 'no-deprecated-attr': 'off' }),
};

export type DocumentKind = keyof typeof VALIDATORS;

/** Returns a description of each problem in the HTML, with an excerpt. */
export async function findHtmlProblems(html: string, kind: DocumentKind = 'page'): Promise<string[]> {
  const report = await VALIDATORS[kind].validateString(html);
  const lines = html.split('\n');
  return report.results
    .flatMap(({ messages }) => messages)
    .map(({ line, column, ruleId, message }) => {
      const excerpt = (lines[line - 1] ?? '').slice(Math.max(0, column - 40), column + 120);
      return `${ruleId}: ${message}\n    … ${excerpt} …`;
    });
}

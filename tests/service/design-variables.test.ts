import fc from 'fast-check';
import { expect, test } from 'vitest';
import { escapeHtml, fillVariables, findVariableNames } from '#service/render/design-variables.ts';

test('placeholders take their values, as often as they stand there', () => {
  expect(fillVariables('<b>{{name}}</b> {{ name }}, {{city}}', { name: 'Wei', city: 'Queens' })).toBe(
    '<b>Wei</b> Wei, Queens',
  );
});

test('a name without a value stays visible, whatever objects inherit', () => {
  const html = '{{missing}} {{constructor}} {{__proto__}} {{toString}}';
  expect(fillVariables(html, {})).toBe(html);
});

test('a value can not become markup, an attribute or another placeholder', () => {
  const values = { a: `<img src="x" onerror='y'>&`, b: '{{a}}' };
  expect(fillVariables('<p title="{{a}}">{{b}}</p>', values)).toBe(
    '<p title="&lt;img src=&quot;x&quot; onerror=&#39;y&#39;&gt;&amp;">{{a}}</p>',
  );
});

test('replacement patterns in a value mean nothing', () => {
  fc.assert(
    fc.property(fc.string(), (value) => {
      expect(fillVariables('[{{x}}]', { x: value })).toBe(`[${escapeHtml(value)}]`);
      expect(fillVariables('[{{x}}]', { x: `$&$1$'${value}` })).toBe(`[${escapeHtml(`$&$1$'${value}`)}]`);
    }),
  );
});

test('variable names are read from the designs, each once, in order', () => {
  expect(findVariableNames(['{{b}} {{a}} {{b}}', '{{ c.d-e }} {{a}} {{}} {{not a name}}'])).toEqual([
    'b',
    'a',
    'c.d-e',
  ]);
});

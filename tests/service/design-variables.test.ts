import fc from 'fast-check';
import { expect, test } from 'vitest';
import { escapeHtml, fillVariables, findVariableNames } from '#service/render/design-variables.ts';

test('every occurrence of a placeholder is replaced with its value', () => {
  expect(fillVariables('<b>{{name}}</b> {{ name }}, {{city}}', { name: 'Wei', city: 'Queens' })).toBe(
    '<b>Wei</b> Wei, Queens',
  );
});

test('a placeholder without a value is kept, even if an inherited property has the same name', () => {
  const html = '{{missing}} {{constructor}} {{__proto__}} {{toString}}';
  expect(fillVariables(html, {})).toBe(html);
});

test('a value is never interpreted as markup, an attribute, or another placeholder', () => {
  const values = { a: `<img src="x" onerror='y'>&`, b: '{{a}}' };
  expect(fillVariables('<p title="{{a}}">{{b}}</p>', values)).toBe(
    '<p title="&lt;img src=&quot;x&quot; onerror=&#39;y&#39;&gt;&amp;">{{a}}</p>',
  );
});

test('replacement patterns in a value aren’t interpreted', () => {
  fc.assert(
    fc.property(fc.string(), (value) => {
      expect(fillVariables('[{{x}}]', { x: value })).toBe(`[${escapeHtml(value)}]`);
      expect(fillVariables('[{{x}}]', { x: `$&$1$'${value}` })).toBe(`[${escapeHtml(`$&$1$'${value}`)}]`);
    }),
  );
});

test('each variable name is listed once, in order of first use', () => {
  expect(findVariableNames(['{{b}} {{a}} {{b}}', '{{ c.d-e }} {{a}} {{}} {{not a name}}'])).toEqual([
    'b',
    'a',
    'c.d-e',
  ]);
});

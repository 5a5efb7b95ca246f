import fc from 'fast-check';
import { expect, test } from 'vitest';
import { escapeHtml, fillVariables, findVariableNames } from '#service/render/design-variables.ts';

test('replaces every occurrence of a placeholder with its value', () => {
  expect(fillVariables('<b>{{name}}</b> {{ name }}, {{city}}', { name: 'Wei', city: 'Queens' })).toBe(
    '<b>Wei</b> Wei, Queens',
  );
});

test('keeps a placeholder without a value, even if an inherited property has the same name', () => {
  const html = '{{missing}} {{constructor}} {{__proto__}} {{toString}}';
  expect(fillVariables(html, {})).toBe(html);
});

test('doesn’t interpret a value as markup, an attribute, or another placeholder', () => {
  const values = { a: `<img src="x" onerror='y'>&`, b: '{{a}}' };
  expect(fillVariables('<p title="{{a}}">{{b}}</p>', values)).toBe(
    '<p title="&lt;img src=&quot;x&quot; onerror=&#39;y&#39;&gt;&amp;">{{a}}</p>',
  );
});

test('doesn’t interpret replacement patterns in a value', () => {
  fc.assert(
    fc.property(fc.string(), (value) => {
      expect(fillVariables('[{{x}}]', { x: value })).toBe(`[${escapeHtml(value)}]`);
      expect(fillVariables('[{{x}}]', { x: `$&$1$'${value}` })).toBe(`[${escapeHtml(`$&$1$'${value}`)}]`);
    }),
  );
});

test('lists each variable name once, in order of first use', () => {
  expect(findVariableNames(['{{b}} {{a}} {{b}}', '{{ c.d-e }} {{a}} {{}} {{not a name}}'])).toEqual([
    'b',
    'a',
    'c.d-e',
  ]);
});

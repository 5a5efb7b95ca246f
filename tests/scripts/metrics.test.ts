/** Tests that the documentation, the dashboard, and the alert rules name only metrics and labels that exist. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { METRICS } from '#lib/metrics/definitions.ts';
import { createMetricRegistry } from '#lib/metrics/registry.ts';
import { root } from '#scripts/program.ts';

const readText = (path: string) => readFile(join(root, path), 'utf8');
const operations = await readText('docs/operations.md');
const dashboard = await readText('deploy/grafana-dashboard.json');
const alerts = await readText('deploy/alerts.yml');

const NAME = /\b(?:mailroom|nodejs|process)_[a-z\d_]+\b/g;
const SUFFIXES = { counter: [''], gauge: [''], histogram: ['_bucket', '_count', '_sum'] } as const;
const own = Object.entries(METRICS).flatMap(([name, { type }]) =>
  SUFFIXES[type].map((suffix) => `${name}${suffix}`),
);
const rendered = await createMetricRegistry().render();
const fromNode = [...rendered.matchAll(/^# HELP ((?:nodejs|process)_\w+)/gm)].map(([, name = '']) => name);
const known = new Set([...own, ...fromNode]);

const expressions: readonly string[] = [
  ...[...dashboard.matchAll(/"expr": "((?:[^"\\]|\\.)*)"/g)].map(([, text]) => JSON.parse(`"${text}"`)),
  ...[...alerts.matchAll(/ expr: (>-\n)?((?:.|\n {10})*)/g)].map(([, , text = '']) => text),
];

it('the dashboard and the alert rules use only metrics that exist', () => {
  expect(expressions.length).toBeGreaterThan(30);
  for (const expression of expressions) {
    const names = expression.match(NAME) ?? [];
    expect(names.length, expression).toBeGreaterThan(0);
    for (const name of names) expect(known, expression).toContain(name);
  }
});

it('the dashboard and the alert rules use only labels that the metrics have', () => {
  for (const expression of expressions) {
    for (const [, name = '', selectors = ''] of expression.matchAll(/\b(mailroom_\w+)\{([^}]*)\}/g)) {
      const metric = METRICS[name.replace(/_(bucket|count|sum)$/, '') as keyof typeof METRICS];
      for (const [, label = ''] of selectors.matchAll(/(\w+)\s*(?:=~|=|!=|!~)/g))
        expect(['instance', 'job', 'le', ...metric.labels], expression).toContain(label);
    }
  }
});

it('the dashboard shows every metric', () => {
  const shown = new Set(expressions.flatMap((expression) => expression.match(NAME) ?? []));
  for (const [name, { type }] of Object.entries(METRICS)) {
    expect(
      SUFFIXES[type].some((suffix) => shown.has(`${name}${suffix}`)),
      name,
    ).toBe(true);
  }
});

it('docs/operations.md lists exactly the existing metrics, with their types, labels, and meanings', () => {
  const rows = [...operations.matchAll(/^\| `(mailroom_\w+)` \| (.*) \|$/gm)];
  const expected = Object.entries(METRICS).map(([name, { type, labels, help }]) => [
    name,
    `${type} | ${labels.map((label) => `\`${label}\``).join(', ')} | ${help.replaceAll('’', "'")}`,
  ]);
  expect(rows.map(([, name, cells]) => [name, cells])).toEqual(expected);
  const names = new Set([...known, ...Object.keys(METRICS)]);
  for (const name of operations.match(NAME) ?? []) expect(names).toContain(name);
});

it('docs/operations.md says what to do about every alert', () => {
  const names = [...alerts.matchAll(/ alert: (\w+)/g)].map(([, name]) => name);
  const documented = [...operations.matchAll(/^\| `(Mailroom\w+)` \|/gm)].map(([, name]) => name);
  expect(documented).toEqual(names);
});

/** The table of settings in docs/operations.md, which is generated from the console's settings schema. */
import type { z } from 'zod';
import { SETTING_SHAPES, type SettingName } from '#lib/env/env.ts';
import { SETTING_NOTES } from '#lib/env/setting-notes.ts';

const START = '<!-- settings -->\n';
const END = '<!-- end of settings -->';
const NAMES = Object.keys(SETTING_SHAPES) as SettingName[];

/** Replaces the table between the two comments. @throws Error if the document doesn't have the comments */
export function replaceSettingsTable(document: string): string {
  const [before, rest] = document.split(START);
  const after = rest?.split(END)[1];
  if (before === undefined || after === undefined) throw new Error(`There is no ${START.trim()} … ${END}.`);
  return `${before}${START}${writeSettingsTable()}${END}${after}`;
}

function writeSettingsTable(): string {
  const rows = NAMES.map((name) => {
    const { unit = '', meaning } = SETTING_NOTES[name];
    return [`\`${name}\``, describeDefault(name), unit, meaning];
  });
  return [['Setting', 'Default', 'Unit', 'Meaning'], ['---', '---', '---', '---'], ...rows]
    .map((cells) => `| ${cells.join(' | ')} |\n`)
    .join('')
    .replaceAll('’', "'");
}

function describeDefault(name: SettingName): string {
  const text = findDefault(SETTING_SHAPES[name]);
  if (text === undefined) return 'required';
  return text === null ? (SETTING_NOTES[name].absent ?? 'none') : `\`${text}\``;
}

/**
 * Returns a setting's default value, as text. Null if the setting is optional and has no default, and
 * undefined if the setting is required.
 */
function findDefault(schema: z.core.$ZodType): string | null | undefined {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  if (def.type === 'default') return String(def.defaultValue);
  if (def.type === 'optional') return null;
  return def.type === 'pipe' ? findDefault(def.in) : undefined;
}

import { describe, expect, test } from 'vitest';
import { operations } from '#lib/contract/operations.ts';
import { exampleValues } from '#lib/forms/preview-examples.ts';
import { LOT_SIZE_TYPE, PHOTOS, readPreviewForm, TEXT_FIELDS } from '#lib/forms/preview-form.ts';

const { form } = operations.previewTemplate;

test('the preview form reads every field in part 4.7 of the interface, with the same nesting', () => {
  const typed = Object.fromEntries(TEXT_FIELDS.map(({ name }) => [name, `of ${name}`]));
  const { data, fields } = readPreviewForm({
    ...typed,
    [LOT_SIZE_TYPE]: 'acres',
    [PHOTOS]: ' https://a.example/1.jpg \n\nhttps://a.example/2.jpg',
    variable_key_0: 'headline',
    variable_value_0: 'Hello',
  });
  expect(fields).toEqual({});
  expect(form.safeParse(data).success).toBe(true);
  const { template_data, agent, sender } = form.shape;
  expect(Object.keys(data.template_data ?? {}).sort()).toEqual(
    Object.keys(template_data.unwrap().shape).sort(),
  );
  expect(Object.keys(data.agent ?? {}).sort()).toEqual(Object.keys(agent.unwrap().shape).sort());
  expect(Object.keys(data.sender ?? {}).sort()).toEqual(Object.keys(sender.unwrap().shape).sort());
  expect(data).toMatchObject({
    template_data: {
      price: 'of template_data[price]',
      photos: ['https://a.example/1.jpg', 'https://a.example/2.jpg'],
      variables: [{ key: 'headline', value: 'Hello' }],
    },
    agent: { email: 'of agent[email]' },
    sender: { zip: 'of sender[zip]' },
  });
});

test('a preview omits blank fields', () => {
  const typed = { 'agent[email]': ' ', variable_key_0: 'headline', variable_value_0: '', [PHOTOS]: '\n' };
  expect(readPreviewForm(typed).data).toEqual({});
});

describe('reading invalid preview values', () => {
  test.each([
    [PHOTOS, 'https://a.example/1.jpg\nnext to the gate', /^Line 2 /],
    [PHOTOS, 'javascript:alert(1)', /^Line 1 /],
    [PHOTOS, 'https://a.example/\n'.repeat(51), /^Use 50 photos or fewer/],
    ['variable_value_3', 'without a name', undefined],
  ] as const)('reports that the field %s has the invalid value %j', (name, text, sentence) => {
    const { fields } = readPreviewForm({ [name]: text });
    if (sentence) expect(fields[name]).toMatch(sentence);
    else expect(fields.variable_key_3).toMatch(/key/);
  });

  test('reports a variable that occurs twice', () => {
    const typed = { variable_key_0: 'a', variable_value_0: '1', variable_key_1: 'a', variable_value_1: '2' };
    expect(readPreviewForm(typed).fields.variable_key_1).toMatch(/already/);
  });
});

test('each variable that doesn’t get its value from another form field has a valid example value', () => {
  const variables = ['headline', 'price', 'agent_email', 'landing_page_qr', 'favorite_season'];
  const values = exampleValues(variables);
  const { data, fields } = readPreviewForm(values);
  expect(fields).toEqual({});
  expect(form.safeParse(data).success).toBe(true);
  expect(data.template_data?.variables).toEqual([
    { key: 'headline', value: 'Come see us' },
    { key: 'favorite_season', value: 'Favorite season' },
  ]);
});

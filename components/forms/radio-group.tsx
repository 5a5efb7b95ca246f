'use client';

import { useState } from 'react';
import { useForm } from './action-form.tsx';
import { FieldError } from './field-error.tsx';
import { RadioOption } from './radio-option.tsx';

interface RadioGroupProps<Value extends string> {
  readonly name: string;
  readonly legend: string;
  readonly options: readonly {
    readonly value: Value;
    readonly title: string;
    readonly description: string;
  }[];
  readonly defaultValue: Value;
}

/**
 * A group of radio buttons, each with a title and a description. After a rejected submission, the group keeps
 * the submitted value and shows the error message.
 */
export function RadioGroup<Value extends string>({
  name,
  legend,
  options,
  defaultValue,
}: RadioGroupProps<Value>) {
  const { state } = useForm();
  const submitted = options.find(({ value }) => value === state.values?.[name]);
  const [selected, setSelected] = useState(submitted?.value ?? defaultValue);
  const problem = state.fields?.[name];
  const problemId = `${name}-problem`;
  return (
    <fieldset aria-describedby={problem && problemId}>
      <legend className="mb-0.5 font-[550]">{legend}</legend>
      {options.map(({ value, title, description }) => (
        <RadioOption
          key={value}
          name={name}
          value={value}
          selected={selected}
          onSelect={setSelected}
          isInvalid={problem !== undefined && value === selected}
          title={title}
        >
          {description}
        </RadioOption>
      ))}
      <FieldError id={problemId}>{problem}</FieldError>
    </fieldset>
  );
}

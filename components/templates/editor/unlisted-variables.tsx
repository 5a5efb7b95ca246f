import { Note } from '#components/ui/note.tsx';
import { variablesIn } from '#lib/domain/template-variables.ts';

interface UnlistedVariablesProps {
  /** One side's HTML. */
  readonly text: string;
  /** Names of the template's variables. */
  readonly variables: readonly string[];
}

/** Names the variables that a side uses but the template doesn't list. */
export default function UnlistedVariables({ text, variables }: UnlistedVariablesProps) {
  const unlisted = variablesIn(text).filter((variable) => !variables.includes(variable));
  return (
    <div role="status" className="mt-2 empty:hidden">
      {unlisted.length > 0 && (
        <Note tone="amber">
          Not template variables:{' '}
          {unlisted.map((variable, i) => (
            <span key={variable}>
              {i > 0 && ', '}
              <code className="font-mono">{`{{${variable}}}`}</code>
            </span>
          ))}
          . If a variable has no value, the variable’s name and the braces are printed.
        </Note>
      )}
    </div>
  );
}

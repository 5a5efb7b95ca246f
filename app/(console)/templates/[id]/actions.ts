'use server';

import { z } from 'zod';
import { idField } from '#lib/contract/ids.ts';
import { deleteTemplate } from '#lib/data/templates.ts';
import { formAction } from '#lib/forms/action.ts';
import { failureResult, unknownResult } from '../../action-results.ts';
import { redirectAndConfirm } from '../../confirmation.ts';

const NEXT_STEP = 'Check the template list in a moment. If the template is still there, try again.';

export const deleteTemplateAction = formAction(
  'deleteTemplate',
  z.object({ id: idField }),
  async ({ id }) => {
    const outcome = await deleteTemplate(id);
    if (!outcome.ok) {
      const { failure } = outcome;
      return (
        unknownResult(failure, 'the template was deleted', NEXT_STEP) ??
        failureResult(failure, 'The template wasn’t deleted')
      );
    }
    redirectAndConfirm('/templates', id);
  },
);

/** Starts the `mailroom` command in the repository. `npm run package` replaces this file with one for the package. */
const { registerHooks } = require('node:module');

// Outside of Next, importing the server-only package throws an error unless this condition is set. For all
// other packages, the condition would select the wrong files.
registerHooks({
  resolve: (specifier, context, next) =>
    specifier === 'server-only'
      ? next(specifier, { ...context, conditions: [...context.conditions, 'react-server'] })
      : next(specifier, context),
});
import('../scripts/mailroom.ts');

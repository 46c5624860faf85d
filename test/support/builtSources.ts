import { registerHooks } from 'node:module';

// Tests name modules of src; they get them as they are built, which is what users run.
registerHooks({
  resolve: (name, context, nextResolve) =>
    nextResolve(name.replace(/^((?:\.\.\/)+)src\//, '$1dist/'), context),
});

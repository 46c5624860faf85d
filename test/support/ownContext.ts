import { createRequire } from 'node:module';
import { join } from 'node:path';
import vm from 'node:vm';
import { TestEnvironment } from 'jest-environment-node';
import { ROOT } from './builtProgram';

/**
 * Runs test files in the context of their worker instead of one of their own each.
 * A context of jest stands behind a proxy, which made the suite take twice the processor's time, and compiles everything
 * anew for each file; and errors of Node itself are instances of `Error` here, as they are in the program.
 */

type Compile = typeof vm.compileFunction;
type Options = NonNullable<Parameters<Compile>[2]>;

const nativeRequire = createRequire(__filename);
const manifest = nativeRequire(join(ROOT, 'package.json')) as Readonly<Record<string, object>>;

/** Packages that are loaded once a worker. The test runner itself is loaded for each file. */
const shared = new Set(
  Object.keys({ ...manifest['dependencies'], ...manifest['devDependencies'] }).filter(
    (name) => !name.startsWith('jest'),
  ),
);

const packageOf = (file: string): string | undefined =>
  /.*[/\\]node_modules[/\\]((?:@[^/\\]+[/\\])?[^/\\]+)/.exec(file)?.[1];

/**
 * Stands in for AsyncLocalStorage in the test runner, which runs one test of a file at a time. Node's own listens to every
 * promise of the process, and so does that of each file before: late files took three times the processor's time.
 */
class OneAtATime<Store> {
  #store: Store | undefined;

  getStore(): Store | undefined {
    return this.#store;
  }

  run<Result>(store: Store, callback: () => Promise<Result>): Promise<Result> {
    const previousStore = this.#store;
    this.#store = store;
    return callback().finally(() => (this.#store = previousStore));
  }
}

type Load = (name: string) => unknown;
type Made = (module: object, exports: object, load: Load, ...remainingEntry: unknown[]) => void;

/** A module of the test runner, compiled, with that class in the place of Node's. */
const withoutHooks = (wrapper: Made): Made =>
  function (module, exports, load, ...remainingEntry) {
    const ownLoad = (name: string) =>
      name === 'node:async_hooks' ? { AsyncLocalStorage: OneAtATime } : load(name);
    wrapper.call(exports, module, exports, Object.assign(ownLoad, load), ...remainingEntry);
  };

const contexts = new WeakSet();
const compile = vm.compileFunction;
const compiled = new Map<string, { readonly source: string; readonly made: ReturnType<Compile> }>();

/** Compiles a module in this context, once for all test files of the worker. */
const compileOnce = ((source: string, names: readonly string[], options: Options) => {
  const { parsingContext, filename = '' } = options;
  if (parsingContext === undefined || !contexts.has(parsingContext)) return compile(source, names, options);
  if (shared.has(packageOf(filename) ?? '')) {
    return (module: { exports: unknown }) => void (module.exports = nativeRequire(filename));
  }
  const knownEntry = compiled.get(filename);
  if (knownEntry?.source === source) return knownEntry.made;
  const here = { ...options };
  delete here.parsingContext;
  // It would keep the first file that needs the module in memory.
  delete here.importModuleDynamically;
  const ownFunction = compile(source, names, here);
  const wrapper = packageOf(filename) === 'jest-circus' ? withoutHooks(ownFunction as Made) : ownFunction;
  compiled.set(filename, { source, made: wrapper });
  return wrapper;
}) as Compile;

Object.assign(vm, { compileFunction: compileOnce });

const globals = (): Map<PropertyKey, PropertyDescriptor> =>
  new Map(
    Reflect.ownKeys(globalThis).map((name) => [
      name,
      Object.getOwnPropertyDescriptor(globalThis, name) ?? {},
    ]),
  );

/** True for a name that the code of the test runner has made for itself, and makes anew for each file. */
const isOfOneFile = (name: PropertyKey): boolean =>
  typeof name === 'symbol' && Symbol.keyFor(name) === undefined;

/** Members of the process that the test runner replaces for each file, with functions that keep the file in memory. */
const ofProcess = () => {
  const { exit, getBuiltinModule } = Object.getOwnPropertyDescriptors(process);
  return { exit, getBuiltinModule };
};

/** Listeners of the process by the name of their event. */
const listeners = () => new Map(process.eventNames().map((name) => [name, process.rawListeners(name)]));

export default class OwnContext extends TestEnvironment {
  readonly #globals = globals();
  readonly #listeners = listeners();
  readonly #process = ofProcess();

  constructor(...options: ConstructorParameters<typeof TestEnvironment>) {
    super(...options);
    contexts.add(this.getVmContext() ?? this);
    Object.assign(this, { global: globalThis });
  }

  /** Takes back what the test file has left in the process. */
  override async teardown(): Promise<void> {
    await super.teardown();
    for (const [name, { configurable }] of globals()) {
      const previousPropertyDescriptor = this.#globals.get(name);
      if (configurable !== true) {
        if (isOfOneFile(name)) Reflect.set(globalThis, name, previousPropertyDescriptor?.value);
      } else if (previousPropertyDescriptor === undefined) Reflect.deleteProperty(globalThis, name);
      else Object.defineProperty(globalThis, name, previousPropertyDescriptor);
    }
    Object.defineProperties(process, this.#process);
    for (const [name, now] of listeners()) {
      const listenersBefore = this.#listeners.get(name) ?? [];
      for (const listener of now)
        if (!listenersBefore.includes(listener)) process.off(name, listener as () => void);
    }
  }
}

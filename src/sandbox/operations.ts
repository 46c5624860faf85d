import type { OperationContract } from '../contract/operation';
import { operations as v1 } from '../contract/v1/operations';
import { operations as v2 } from '../contract/v2/operations';
import { handlersV1 } from './handlersV1';
import { handlersV2 } from './handlersV2';
import type { HandlersOf } from './http/handler';
import type { Operation } from './http/operation';

function bind<Contracts extends Readonly<Record<string, OperationContract>>>(
  version: 'v1' | 'v2',
  contracts: Contracts,
  handlers: HandlersOf<Contracts>,
): readonly Operation[] {
  return Object.entries(contracts).map(([name, contract]) => ({
    ...contract,
    name,
    version,
    handle: handlers[name as keyof Contracts],
  }));
}

/** Every operation of the marketplace. Of two paths that fit one request the earlier answers. */
export const operations: readonly Operation[] = [
  ...bind('v1', v1, handlersV1),
  ...bind('v2', v2, handlersV2),
];

/**
 * The parts of undici that the program and its tests use. Its index loads fetch, caches, cookies and sockets as well, and
 * Node's own copy of them: 8 MB of memory and 0.1 s at each start, for nothing.
 */
const Agent = require('undici/lib/dispatcher/agent');
const Client = require('undici/lib/dispatcher/client');
const Dispatcher = require('undici/lib/dispatcher/dispatcher');
const Pool = require('undici/lib/dispatcher/pool');
const api = require('undici/lib/api');
const buildConnector = require('undici/lib/core/connect');
const errors = require('undici/lib/core/errors');
const { getGlobalDispatcher } = require('undici/lib/global');

Object.assign(Dispatcher.prototype, api);

/** As undici's own for an address that is a text. */
function request(address, { dispatcher = getGlobalDispatcher(), ...options } = {}) {
  const { origin, pathname, search } = new URL(address);
  const method = options.method ?? (options.body ? 'PUT' : 'GET');
  return dispatcher.request({ ...options, origin, path: `${pathname}${search}`, method });
}

module.exports = { Agent, Client, Dispatcher, Pool, buildConnector, errors, request };

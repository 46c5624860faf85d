import type { Fault } from '../document/fault';

/** What keeps a configuration from being used: a place in the settings file, or a variable, option or setting by name. */
export type ConfigFault =
  | { readonly kind: 'file'; readonly fault: Fault }
  | {
      readonly kind: 'named';
      /** `LIFEBOAT_LISTEN_PORT`, `--port`, `upstream.v2`: what the reader has to look for. */
      readonly place: string;
      readonly code: string;
      /** Follows the place: `must be a port`. */
      readonly message: string;
      readonly hint?: string;
    };

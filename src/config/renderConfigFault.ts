import { renderFault } from '../document/renderFault';
import type { ConfigFault } from './configFault';

/** A fault for people: the line and a caret where there is a file, else the name; then what to do about it. */
export function renderConfigFault(fault: ConfigFault, options: { readonly colour: boolean }): string {
  if (fault.kind === 'file') return renderFault(fault.fault, options);
  const hint = fault.hint === undefined ? '' : `\n  = hint: ${fault.hint}`;
  return `${fault.place} ${fault.message}${hint}`;
}

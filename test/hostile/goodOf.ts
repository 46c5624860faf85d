import { scenes } from '../support/rehearsedUpstream';

/** JSON text of the good answer to a call of a scene. */
export const goodOf = (call: string): string => scenes.find((scene) => scene.call === call)?.good ?? '';

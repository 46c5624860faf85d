import { alarmEntries } from './alarmEntries';
import { clientEntries } from './clientEntries';
import { differenceEntries } from './differenceEntries';
import type { Entry } from './entry';
import { gatewayEntries } from './gatewayEntries';
import { stageChanges } from './stageChanges';
import { stageViews } from './stageViews';
import { tokenEntries } from './tokenEntries';

/** All views and actions of the operator. */
export const operatorTable: readonly Entry[] = [
  ...Object.values(stageViews),
  ...Object.values(stageChanges),
  ...Object.values(alarmEntries),
  ...Object.values(gatewayEntries),
  ...Object.values(differenceEntries),
  ...Object.values(clientEntries),
  ...Object.values(tokenEntries),
];

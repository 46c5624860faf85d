import { writeSettingsTable } from './settingsTable.ts';

writeSettingsTable();

import { writeSettingsTable } from './settingsTable';

writeSettingsTable();

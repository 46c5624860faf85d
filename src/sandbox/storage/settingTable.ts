/** What the marketplace itself must remember, such as the secret that signs its keys. */
export interface SettingTable {
  name: string;
  value: string;
}

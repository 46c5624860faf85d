/** What the marketplace's control calls the offers below a path of v2. */
export const offerKinds: Readonly<Record<string, string>> = {
  'account-offers': 'account',
  'currency-offers': 'currency',
  'item-offers': 'item',
  'gift-cards': 'gift_card',
};

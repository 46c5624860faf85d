/**
 * What both APIs have in their paths, and resources that go by name only (spec 4.9). No other word of a path is kept: it
 * may be a login.
 */
export const apiWords: ReadonlySet<string> = new Set([
  ...['account-offers', 'account-orders', 'accounts', 'actions', 'archive', 'balance', 'brands', 'bulk'],
  ...['bulk-delete', 'by-login', 'complete', 'create', 'credentials', 'currency-offers', 'currency-orders'],
  ...['draft', 'duplicate', 'games', 'gift-card-offers', 'gift-card-orders', 'gift-cards', 'item-offers'],
  ...['item-orders', 'list', 'orders', 'payments', 'payouts', 'regions', 'seller-breaks', 'status'],
  ...['messages', 'template', 'templates', 'unarchive', 'unlist', 'v1', 'v2', 'webhooks'],
]);

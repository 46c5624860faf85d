/** A brand of gift cards or a region where they can be used. */
export interface Named {
  readonly id: number;
  readonly name: string;
  readonly slug: string;
}

/** The brands of the marketplace: reference data, the same in every sandbox. */
export const brands: readonly [Named, ...Named[]] = [
  { id: 1, name: 'Vapor Wallet', slug: 'vapor-wallet' },
  { id: 2, name: 'PlayPort Credit', slug: 'playport-credit' },
  { id: 3, name: 'Nimbus Store', slug: 'nimbus-store' },
  { id: 4, name: 'Orbit Pass', slug: 'orbit-pass' },
];

/** The regions of the marketplace. */
export const regions: readonly [Named, ...Named[]] = [
  { id: 1, name: 'Global', slug: 'global' },
  { id: 2, name: 'Europe', slug: 'europe' },
  { id: 3, name: 'United States', slug: 'united-states' },
];

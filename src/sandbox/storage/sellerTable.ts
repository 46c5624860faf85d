/** A seller account; everything else belongs to one. */
export interface SellerTable {
  id: number;
  name: string;
  created_at: number;
}

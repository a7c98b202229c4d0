import type { HubSort } from '../hub-address.ts'

/** What the hub can be sorted by, as it is called over columns and in the list of orders. */
export const sortNames = {
  name: 'Model',
  size: 'Size',
  context: 'Context',
  price: 'Price',
  first_token: 'First token',
  speed: 'Speed',
  uptime: 'Uptime',
  machines: 'Machines',
} as const satisfies Record<HubSort, string>

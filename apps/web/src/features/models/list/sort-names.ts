import type { HubSort } from '../hub-address.ts'

/** Names of the sort orders, for column headers and the select. */
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

import { offerField } from '@gridloom/contract/market/offer-fields'
import type { ColumnName } from './column-list.ts'

/** Shorter than the titles of the fields, as columns are narrow. */
const shortTitles: Partial<Record<ColumnName, string>> = {
  disk: 'Disk free',
  slots: 'Slots free',
  down: 'Network ↓',
  up: 'Network ↑',
  uptime: 'Up, 24 h',
  cpu_single: 'CPU, 1 thread',
  price_per_tflop: 'Per TFLOPS',
  price_per_vram: 'Per GiB VRAM',
  price_per_core: 'Per vCPU',
  price_per_score: 'Per 1k score',
  token_price: 'Tokens',
}

/** Returns the title of a column. */
export function columnTitle(name: ColumnName): string {
  return shortTitles[name] ?? offerField(name).title
}

import type { ServedModel } from '@gridloom/contract/models/serving'
import { priceOf } from '../registry/served-row.ts'
import type { ReadEndpoint } from './read-endpoints.ts'

/** Returns the owner's view of a machine's model, including its order. */
export function servedModel({ row, view }: ReadEndpoint): ServedModel {
  const { engine, slots } = row
  return { ...view, order: { engine, price: priceOf(row), slots } }
}

import type { ServedModel } from '@gridloom/contract/models/serving'
import { priceOf } from '../registry/served-row.ts'
import type { ReadEndpoint } from './read-endpoints.ts'

/** A machine's model as its owner sees it: with how it was told to serve it. */
export function servedModel({ row, view }: ReadEndpoint): ServedModel {
  const { engine, slots } = row
  return { ...view, order: { engine, price: priceOf(row), slots } }
}

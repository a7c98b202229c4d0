import type { Offer } from '@gridloom/contract/market/offer'
import {
  type OfferFieldName,
  offerField,
  offerFieldNames,
  offerFields,
} from '@gridloom/contract/market/offer-fields'
import type { Fact } from '../../../shared/market/fact-text.ts'

/** Fields that every row shows: hardware, machine and price. Those that match exactly are part of them. */
const always = ['kind', 'gpu', 'gpu_model', 'machine', 'price', 'image', 'isolated'] as const

/** The fields that the table can show, besides hardware and price. */
export type ColumnName = Exclude<OfferFieldName, (typeof always)[number]>

export const columnNames: readonly ColumnName[] = offerFieldNames.filter(isColumn)

/** The columns that are shown until the user chooses others. */
export const usualColumns: readonly ColumnName[] = [
  ...(['vram', 'vcpus', 'memory', 'disk', 'slots'] as const),
  ...(['cpu_score', 'down', 'uptime', 'trust'] as const),
]

/** Reads stored columns. What is not one, or twice there, is left out; `undefined`: nothing usable is stored. */
export function readColumns(stored: string | undefined): readonly ColumnName[] | undefined {
  if (stored === undefined) return undefined
  const names = stored.split(',').filter(isColumn)
  return stored === '' || names.length > 0 ? [...new Set(names)] : undefined
}

/** Whether the user chose no columns of their own. */
export function areUsual(columns: readonly ColumnName[]): boolean {
  return columns.join() === usualColumns.join()
}

/** Shows a column at the end, or hides it. */
export function toggleColumn(columns: readonly ColumnName[], name: ColumnName): ColumnName[] {
  return columns.includes(name) ? columns.filter((each) => each !== name) : [...columns, name]
}

/** Moves a column by one place. */
export function moveColumn(
  columns: readonly ColumnName[],
  name: ColumnName,
  step: 1 | -1,
): ColumnName[] {
  const from = columns.indexOf(name)
  const to = from + step
  if (from < 0 || to < 0 || to >= columns.length) return [...columns]
  const others = columns.filter((each) => each !== name)
  return [...others.slice(0, to), name, ...others.slice(to)]
}

/** Returns the value of an offer in a column. */
export function factOf(offer: Offer, name: ColumnName): Fact {
  return offer.facts[name]
}

/** Where the values of a column come from, in the words of the table's head. */
export type ColumnSource = 'reported' | 'measured' | 'none'

/** Consecutive columns of one source, which share a heading. */
export interface ColumnGroup {
  readonly source: ColumnSource
  readonly columns: readonly ColumnName[]
}

export function groupColumns(columns: readonly ColumnName[]): ColumnGroup[] {
  const groups: { source: ColumnSource; columns: ColumnName[] }[] = []
  for (const name of columns) {
    const source = sourceOf(name)
    const last = groups.at(-1)
    if (last?.source === source) last.columns.push(name)
    else groups.push({ source, columns: [name] })
  }
  return groups
}

/** The control plane counts uptime and the time to ready itself, as benchmarks are measured. */
export function sourceOf(name: ColumnName): ColumnSource {
  const { source } = offerField(name)
  if (source === 'measured' || ['uptime', 'ready', 'trust'].includes(name)) return 'measured'
  return source === 'reported' || name === 'slots' ? 'reported' : 'none'
}

function isColumn(name: string): name is ColumnName {
  return Object.hasOwn(offerFields, name) && !always.some((each) => each === name)
}

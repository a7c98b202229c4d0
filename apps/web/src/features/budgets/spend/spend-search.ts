import type { SpendDimension } from '@gridloom/contract/budgets/spend'

/** The selectable periods, in days until today. */
export const spans = [7, 30, 90, 365] as const
export type Span = (typeof spans)[number]

/** What spend can be grouped by, as the tab offers it. */
export const dimensions = [
  { value: 'product', label: 'Product' },
  { value: 'project', label: 'Project' },
  { value: 'member', label: 'Member' },
  { value: 'key', label: 'API key' },
] as const satisfies readonly { value: SpendDimension; label: string }[]

const dayMs = 86_400_000

/** The first UTC day of a period that ends today. */
export function firstDay(span: Span, nowMs: number): string {
  return new Date(nowMs - (span - 1) * dayMs).toISOString().slice(0, 10)
}

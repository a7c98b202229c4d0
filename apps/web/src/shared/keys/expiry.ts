const dayMs = 86_400_000

/** How long a key may be used: so many days, until a date, or for ever. */
export const expiryChoices = [
  { value: '7', label: 'In 7 days' },
  { value: '30', label: 'In 30 days' },
  { value: '90', label: 'In 90 days' },
  { value: '365', label: 'In a year' },
  { value: 'date', label: 'On a date' },
  { value: 'never', label: 'Never' },
] as const
export type ExpiryChoice = (typeof expiryChoices)[number]['value']

export interface Expiry {
  choice: ExpiryChoice
  /** `2026-12-31`; counts where the choice is a date, and means the end of that day here. */
  date: string
}

/**
 * The moment at which a key ends, in ISO 8601; `null` for a key without an end, `undefined` where the
 * date is not one.
 */
export function endOf({ choice, date }: Expiry, nowMs: number): string | null | undefined {
  if (choice === 'never') return null
  if (choice !== 'date') return isoOf(nowMs + Number(choice) * dayMs)
  const endMs = Date.parse(`${date}T23:59:59.999`)
  return Number.isNaN(endMs) ? undefined : isoOf(endMs)
}

/** The day of a moment as a date field has it, in the reader's own zone. */
export function dateOf(ms: number): string {
  const day = new Date(ms)
  const parts = [day.getFullYear(), day.getMonth() + 1, day.getDate()]
  return parts.map((part) => String(part).padStart(2, '0')).join('-')
}

/** Whether a key's end has passed. */
export function isOver(expiresAt: string | null, nowMs: number): boolean {
  return expiresAt !== null && Date.parse(expiresAt) <= nowMs
}

function isoOf(ms: number): string {
  return new Date(ms).toISOString()
}

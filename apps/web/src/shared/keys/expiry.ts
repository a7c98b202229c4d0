const dayMs = 86_400_000

/** Expiry choices: a number of days, a date, or never. */
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
  /** `2026-12-31`; used if the choice is a date, and means the end of that day in the user's time zone. */
  date: string
}

/** Returns the time of expiry in ISO 8601; `null` for never, `undefined` for an invalid date. */
export function endOf({ choice, date }: Expiry, nowMs: number): string | null | undefined {
  if (choice === 'never') return null
  if (choice !== 'date') return isoOf(nowMs + Number(choice) * dayMs)
  const endMs = Date.parse(`${date}T23:59:59.999`)
  return Number.isNaN(endMs) ? undefined : isoOf(endMs)
}

/** Returns a timestamp's day in the format of date fields, in the user's time zone. */
export function dateOf(ms: number): string {
  const day = new Date(ms)
  const parts = [day.getFullYear(), day.getMonth() + 1, day.getDate()]
  return parts.map((part) => String(part).padStart(2, '0')).join('-')
}

/** Whether the expiry has passed. */
export function isOver(expiresAt: string | null, nowMs: number): boolean {
  return expiresAt !== null && Date.parse(expiresAt) <= nowMs
}

function isoOf(ms: number): string {
  return new Date(ms).toISOString()
}

/** A time as the API shows it, or nothing. */
export function isoOrNull(date: Date | null): string | null {
  return date === null ? null : date.toISOString()
}

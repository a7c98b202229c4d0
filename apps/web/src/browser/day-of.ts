/** Returns the start of a timestamp's day in the user's time zone, in milliseconds. */
export function dayOf(ms: number): number {
  return new Date(ms).setHours(0, 0, 0, 0)
}

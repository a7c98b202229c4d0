/** Returns a time as a `datetime-local` field takes it, in the time zone of the browser. */
export function localTime(at: string): string {
  const date = new Date(at)
  const two = (part: number) => String(part).padStart(2, '0')
  const day = `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`
  return `${day}T${two(date.getHours())}:${two(date.getMinutes())}`
}

/** Returns the time of such a field; the empty text, which no schema accepts, where it is incomplete. */
export function timestampOf(local: string): string {
  const date = new Date(local)
  return Number.isNaN(date.getTime()) ? '' : date.toISOString()
}

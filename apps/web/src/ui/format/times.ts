const exact = new Intl.DateTimeFormat(undefined, {
  dateStyle: 'medium',
  timeStyle: 'long',
})

/** Formats the exact time in the user's time zone, for tooltips. */
export function formatExact(at: string): string {
  return exact.format(new Date(at))
}

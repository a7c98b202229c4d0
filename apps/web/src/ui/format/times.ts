const exact = new Intl.DateTimeFormat(undefined, {
  dateStyle: 'medium',
  timeStyle: 'long',
})

const dayAndTime = new Intl.DateTimeFormat(undefined, {
  month: 'short',
  day: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
})

/** Formats a day and a time of this year in the user's time zone: `Dec 5, 14:00`. */
export function formatDayAndTime(at: string): string {
  return dayAndTime.format(new Date(at))
}

/** Formats the exact time in the user's time zone, for tooltips. */
export function formatExact(at: string): string {
  return exact.format(new Date(at))
}

const format = new Intl.DateTimeFormat('en', { dateStyle: 'long', timeZone: 'UTC' })

/** The day of a post: `November 23, 2026`. */
export function PostDate({ date }: { date: string }) {
  return <time dateTime={date}>{format.format(Date.parse(date))}</time>
}

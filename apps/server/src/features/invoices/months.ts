/** Returns the months (`2026-11`) from the first invoiced one up to the last that is over, in UTC. */
export function monthsToInvoice(since: string, now: Date): string[] {
  const current = now.toISOString().slice(0, 7)
  const months: string[] = []
  for (let month = since; month < current; month = monthAfter(month)) months.push(month)
  return months
}

/** The period of a month; its end is exclusive. */
export function periodOfMonth(month: string): { from: Date; to: Date } {
  const start = (of: string) => new Date(`${of}-01T00:00:00.000Z`)
  return { from: start(month), to: start(monthAfter(month)) }
}

function monthAfter(month: string): string {
  const at = new Date(`${month}-01T00:00:00.000Z`)
  return new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + 1, 1)).toISOString().slice(0, 7)
}

/** Formats the day of a recording: "23 November 2026". */
export function recordedOn({ recorded_at }: { recorded_at: string }): string {
  return new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' }).format(
    new Date(recorded_at),
  )
}

/** Formats micro-dollars with all digits: "$0.000105". */
export function exactUsd(microUsd: number): string {
  return `$${(microUsd / 1_000_000).toFixed(6)}`
}

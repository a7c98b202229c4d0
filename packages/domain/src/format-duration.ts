const minuteS = 60
const hourS = 3_600
const dayS = 86_400

/** Formats a duration in its two largest units: `45 s`, `12 min 5 s`, `2 h 10 min`, `3 d 4 h`. */
export function formatDuration(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds))
  if (whole < minuteS) return `${whole} s`
  if (whole < hourS) return two(whole, { unit: minuteS, name: 'min' }, { unit: 1, name: 's' })
  if (whole < dayS) return two(whole, { unit: hourS, name: 'h' }, { unit: minuteS, name: 'min' })
  return two(whole, { unit: dayS, name: 'd' }, { unit: hourS, name: 'h' })
}

/** Formats a duration in its largest unit, for narrow places: `3 d`, `12 min`. */
export function formatDurationShort(seconds: number): string {
  return formatDuration(seconds).split(' ').slice(0, 2).join(' ')
}

interface Unit {
  unit: number
  name: string
}

function two(seconds: number, large: Unit, small: Unit): string {
  const rest = Math.floor((seconds % large.unit) / small.unit)
  const head = `${Math.floor(seconds / large.unit)} ${large.name}`
  return rest === 0 ? head : `${head} ${rest} ${small.name}`
}

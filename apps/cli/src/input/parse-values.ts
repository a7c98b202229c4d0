import { UsageError } from '../errors.ts'

/** Makes a parser of whole numbers from `min` to `max`; `what` names the option in errors. */
export function wholeNumber(what: string, min: number, max: number): (text: string) => number {
  return (text) => {
    const value = /^\d+$/.test(text) ? Number(text) : Number.NaN
    if (value >= min && value <= max) return value
    throw new UsageError(`${what} must be a whole number from ${min} to ${max}, not "${text}".`)
  }
}

/** Makes a parser of numbers of zero or more, fractions allowed. */
export function amount(what: string): (text: string) => number {
  return (text) => {
    const value = /^\d+(\.\d+)?$/.test(text) ? Number(text) : Number.NaN
    if (Number.isFinite(value)) return value
    throw new UsageError(`${what} must be zero or a positive number, not "${text}".`)
  }
}

/** Makes a parser of numbers from zero to `max`, fractions allowed. */
export function numberWithin(what: string, max: number): (text: string) => number {
  return (text) => {
    const value = amount(what)(text)
    if (value <= max) return value
    throw new UsageError(`${what} must be a number from 0 to ${max}, not "${text}".`)
  }
}

/** A parser of an enum; completion offers its values. */
export interface EnumParser<Word extends string> {
  (text: string): Word
  readonly values: readonly Word[]
}

/** Makes a parser of an enum. */
export function oneOf<Word extends string>(what: string, words: readonly Word[]): EnumParser<Word> {
  const parse = (text: string) => {
    const word = words.find((known) => known === text)
    if (word !== undefined) return word
    throw new UsageError(`${what} must be one of ${words.join(', ')}, not "${text}".`)
  }
  return Object.assign(parse, { values: words })
}

/** Gathers the values of an option that may be repeated. */
export function several(text: string, before: readonly string[] = []): string[] {
  return [...before, text]
}

/** Adds one `NAME=VALUE` to those collected so far; the value may contain equals signs. */
export function collectEnv(text: string, env: Readonly<Record<string, string>> = {}) {
  const equals = text.indexOf('=')
  if (equals < 1) throw new UsageError(`--env must be NAME=VALUE, not "${text}".`)
  return { ...env, [text.slice(0, equals)]: text.slice(equals + 1) }
}

const unitMs = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 } as const

/** Parses `10m`, `2h`, `3d` before now, or an RFC 3339 time; returns RFC 3339. */
export function parseSince(text: string, nowMs: number): string {
  const match = /^(\d{1,6})([smhd])$/.exec(text)
  if (match) {
    const unit = oneOf('--since', ['s', 'm', 'h', 'd'])(match[2] ?? '')
    return new Date(nowMs - Number(match[1]) * unitMs[unit]).toISOString()
  }
  if (Number.isNaN(Date.parse(text))) {
    throw new UsageError(
      `--since must be a duration or timestamp such as 10m, 2h or 2026-11-21T09:30:00Z, not "${text}".`,
    )
  }
  return text
}

/** Parses a duration such as `30m`, `12h` or `7d` as seconds; `what` names the option in errors. */
export function parseDuration(
  text: string,
  { what, minS, maxS }: { what: string; minS: number; maxS: number },
): number {
  const [, count, unit = ''] = /^(\d{1,6})([smhd])$/.exec(text) ?? []
  const ms = Object.entries(unitMs).find(([name]) => name === unit)?.[1] ?? Number.NaN
  const seconds = (Number(count) * ms) / 1_000
  if (seconds >= minS && seconds <= maxS) return seconds
  const days = Math.floor(maxS / 86_400)
  throw new UsageError(
    `${what} must be a duration such as 30m, 12h or 7d, at most ${days}d, not "${text}".`,
  )
}

/** Parses `8080:80` as local and remote port; `80` is both. Local port 0 picks a free one. */
export function parseForward(text: string): { localPort: number; remotePort: number } {
  const [local = '', remote = local, ...more] = text.split(':')
  if (more.length > 0)
    throw new UsageError(`Ports must be LOCAL:REMOTE, such as 8080:80, not "${text}".`)
  return {
    localPort: wholeNumber('The local port', 0, 65_535)(local),
    remotePort: wholeNumber('The remote port', 1, 65_535)(remote),
  }
}

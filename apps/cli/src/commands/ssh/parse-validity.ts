import { certificateSeconds } from '@gridloom/contract/ssh/certificate'
import { UsageError } from '../../errors.ts'

const units = { s: 1, m: 60, h: 60 * 60 } as const

/** Parses a time such as `90s`, `5m` or `12h` into seconds. @throws UsageError */
export function parseValidity(text: string): number {
  const [, count = '', unit = ''] = /^(\d{1,6})([smh])$/.exec(text) ?? []
  const seconds = Number(count) * (unit === 's' || unit === 'm' || unit === 'h' ? units[unit] : 0)
  if (seconds >= certificateSeconds.min && seconds <= certificateSeconds.max) return seconds
  throw new UsageError('--valid must be a time from 1m to 12h.')
}

import type { ConnectedTime } from '@gridloom/contract/dashboard/dashboard'

const minuteMs = 60_000
const hourMinutes = 60
const dayMinutes = 24 * hourMinutes

/** Splits milliseconds into whole days, hours and minutes. A minute that has begun does not count. */
export function connectedTime(ms: number): ConnectedTime {
  const minutes = Math.floor(Math.max(0, ms) / minuteMs)
  return {
    days: Math.floor(minutes / dayMinutes),
    hours: Math.floor((minutes % dayMinutes) / hourMinutes),
    minutes: minutes % hourMinutes,
  }
}

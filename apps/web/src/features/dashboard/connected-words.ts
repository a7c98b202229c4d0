import type { ConnectedTime } from '@gridloom/contract/dashboard/dashboard'

/** Keeps a number with its unit on one line. */
const nb = '\u00a0'

/** Writes a connected time: `12 d 4 h 31 min`; leading zeros are left out. */
export function connectedWords({ days, hours, minutes }: ConnectedTime): string {
  if (days > 0) return `${days}${nb}d ${hours}${nb}h ${minutes}${nb}min`
  return hours > 0 ? `${hours}${nb}h ${minutes}${nb}min` : `${minutes}${nb}min`
}

import type { Balance } from '@gridloom/contract/ledger/balance'

const near = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' })
const far = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium' })

const dayS = 86_400
const yearS = 366 * dayS

/** Says until when a balance lasts at the present spend rate, counted from when it was read. */
export function lastsUntil({ lasts_s: lastsS, as_of }: Pick<Balance, 'lasts_s' | 'as_of'>): string {
  if (lastsS === null) return 'No active charges'
  if (lastsS <= 0) return 'Used up'
  if (lastsS > yearS) return 'Lasts more than a year at this rate'
  const until = new Date(Date.parse(as_of) + lastsS * 1_000)
  return `Lasts until ${(lastsS < 3 * dayS ? near : far).format(until)} at this rate`
}

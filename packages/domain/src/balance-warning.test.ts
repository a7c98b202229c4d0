import { describe, expect, it } from 'vitest'
import { type BalanceNow, nextBalanceWarning, type SentWarning } from './balance-warning.ts'

const [hour, day, week] = [3_600, 86_400, 604_800]
const warned = (withinS: number, fundsMicroUsd = 100): SentWarning => ({ withinS, fundsMicroUsd })
const now = (leftS: number | null, fundsMicroUsd = 100): BalanceNow => ({ leftS, fundsMicroUsd })

describe('nextBalanceWarning', () => {
  it.each([
    ['nothing is spent', null, now(null), null, null],
    ['more than a week is left', null, now(week + 1), null, null],
    ['a week is left', null, now(week), week, warned(week)],
    ['a week was announced', warned(week), now(day + 1, 50), null, warned(week)],
    ['a day is left', warned(week), now(day, 50), day, warned(day, 50)],
    ['an hour is left', warned(day), now(hour, 5), hour, warned(hour, 5)],
    ['several are due at once', null, now(hour), hour, warned(hour)],
    ['nothing is left', warned(hour, 5), now(0, 0), null, warned(hour, 5)],
    ['the rate falls', warned(hour), now(week * 3), null, warned(hour)],
    ['the rate falls and rises', warned(hour), now(hour - 1), null, warned(hour)],
    ['the last instance stops', warned(hour), now(null), null, warned(hour)],
    ['new funds for long', warned(hour), now(week * 2, 900), null, null],
    ['new funds for days', warned(hour), now(day * 3, 900), null, warned(week)],
    ['new funds for hours', warned(hour), now(hour * 5, 900), null, warned(day)],
    ['new funds just beyond a threshold', warned(day), now(day * 1.2, 900), null, warned(day)],
    ['new funds, and a faster rate', warned(week), now(hour, 900), hour, warned(hour, 900)],
  ] as const)('when %s', (_case, sent, at, send, sentAfter) => {
    expect(nextBalanceWarning(sent, at)).toEqual({ send, sent: sentAfter })
  })

  it('sends each warning once while the time left moves around a threshold', () => {
    let sent: SentWarning | null = null
    const sends: number[] = []
    for (const leftS of [
      week + 9,
      week - 9,
      week + 9,
      week - 9,
      day - 9,
      week * 9,
      day - 9,
      hour,
    ]) {
      const next = nextBalanceWarning(sent, now(leftS))
      if (next.send !== null) sends.push(next.send)
      sent = next.sent
    }
    expect(sends).toEqual([week, day, hour])
  })
})

import type { CalendarPeriod } from '@gridloom/contract/posts/post'
import { expect, it } from 'vitest'
import { marksOf } from './calendar-periods.ts'

const local = (day: number, hour = 0) => new Date(2026, 9, day, hour).toISOString()
const mission: CalendarPeriod = {
  ...{ kind: 'mission', id: 'mis_1', title: 'Render' },
  ...{ from: local(23, 9), to: local(26), claim_until: local(27, 12) },
}

it('marks the days of a mission, over the change of the clocks, with the last moment of each end', () => {
  const marks = ['22', '23', '24', '25', '26', '27', '28'].map((day) =>
    marksOf([mission], `2026-10-${day}`, 'week').map(({ what }) => what),
  )
  expect(marks).toEqual([[], ['starts'], ['runs'], ['ends'], [], ['claim'], []])
})

it('leaves out of a list what only goes on, and shows what has no end on its first day alone', () => {
  expect(marksOf([mission], '2026-10-24', 'agenda')).toEqual([])
  const endless = [{ ...mission, to: null, claim_until: null }]
  expect(marksOf(endless, '2026-10-23', 'week')).toHaveLength(1)
  expect(marksOf(endless, '2026-10-31', 'week')).toEqual([])
})

import { Dashboard } from '@gridloom/contract/dashboard/dashboard'
import { expect, it } from 'vitest'
import { aDashboard, someHosting, someRenting } from '../../testing/monitoring-samples.ts'
import { hostingCsv, spendCsv } from './dashboard-csv.ts'

it('writes earnings and the use of slots, a row a day', () => {
  const { hosting } = Dashboard.parse(aDashboard({ hosting: someHosting() }))
  if (hosting === null) throw new RangeError('the sample hosts')
  const [head, ...rows] = hostingCsv(hosting).trim().split('\r\n')
  expect(head).toBe('day,earned_usd,slot_hours,rented_slot_hours')
  expect(rows).toHaveLength(30)
  expect(rows[0]).toBe('2026-10-23,0.000000,0.00,0.00')
})

it('writes spending by label, without days of none, and no text that a spreadsheet would run', () => {
  const groups = [{ kind: 'label', label: '=1+1', product: 'compute', micro_usd: 1_500_000 }]
  const days = [
    { day: '2026-11-20', micro_usd: [0] },
    { day: '2026-11-21', micro_usd: [1_500_000] },
  ]
  const { renting } = Dashboard.parse(aDashboard({ renting: someRenting({ groups, days }) }))
  if (renting === null) throw new RangeError('the sample rents')
  expect(spendCsv(renting)).toBe(
    `day,product,label,spent_usd\r\n2026-11-21,compute,"'=1+1",1.500000\r\n`,
  )
})

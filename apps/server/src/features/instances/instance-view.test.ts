import { Instance } from '@gridloom/contract/instances/instance'
import { expect, it } from 'vitest'
import { anInstance } from '../../../test/instance-builders.ts'
import { instanceView, unbookedOf } from './instance-view.ts'

const free = { heldMicroUsd: 0, chargedMicroUsd: 0 }

it('returns a view that the contract accepts, for a new and a destroyed instance', () => {
  const at = new Date('2026-01-01T00:00:00.000Z')
  const ended = anInstance({
    state: 'destroyed',
    desired: 'destroyed',
    ready_at: at,
    stopped_at: at,
    destroyed_at: at,
    last_seen_at: at,
    disk_kept_until: at,
  })
  for (const row of [anInstance(), ended]) {
    const view = instanceView(row, {
      machineName: 'box',
      money: free,
      project: null,
      volumes: [],
      now: new Date(0),
    })
    expect(Instance.parse(view)).toEqual(view)
  }
})

it('shows the cost up to the last report, booked or not', () => {
  const row = anInstance({ metered_running_s: 30, booked_running_s: 10 })
  const money = { heldMicroUsd: 9_000, chargedMicroUsd: 100 }
  const view = instanceView(row, {
    machineName: 'box',
    money,
    project: null,
    volumes: [],
    now: new Date(0),
  })
  expect(view).toMatchObject({ cost_micro_usd: 300, ready_s: 30, held_micro_usd: 9_000 })
})

it('never shows more than the hold covers', () => {
  const row = anInstance({ metered_running_s: 30, booked_running_s: 10 })
  const money = { heldMicroUsd: 50, chargedMicroUsd: 100 }
  expect(
    instanceView(row, { machineName: 'box', money, project: null, volumes: [], now: new Date(0) })
      .cost_micro_usd,
  ).toBe(150)
})

it('prices running and stopped seconds separately', () => {
  const row = anInstance({
    metered_running_s: 20,
    booked_running_s: 10,
    metered_stopped_s: 100,
    booked_stopped_s: 0,
  })
  expect(unbookedOf(row)).toBe(10 * 10 + 100)
})

it('adds up to the same cost however it is split into intervals', () => {
  const prices = { running_micro_usd_per_hour: 1_000_001, stopped_micro_usd_per_hour: 7 }
  const whole = unbookedOf(anInstance({ ...prices, metered_running_s: 777 }))
  const parts = [0, 100, 333, 776].map((from, index, cuts) =>
    unbookedOf(
      anInstance({ ...prices, booked_running_s: from, metered_running_s: cuts[index + 1] ?? 777 }),
    ),
  )
  expect(parts.reduce((sum, part) => sum + part, 0)).toBe(whole)
})

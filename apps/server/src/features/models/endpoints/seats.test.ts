import { ModelId } from '@gridloom/contract/models/model-id'
import { expect, it } from 'vitest'
import { aServeReport } from '../../../../test/fake-agents.ts'
import { aServedRow } from '../../../../test/served-row.ts'
import { createSeats, isBehind, ordersOf } from './seats.ts'
import { contextOrdered } from './served-row.ts'

const row = aServedRow()
const { machine_id: machineId, model_id: modelId, id } = row

it('routes to what says that it serves, with the price of the row', () => {
  const seats = seated()
  expect(seats.live(modelId)).toEqual([])
  seats.hear(machineId, aServeReport(id), 5)
  expect(seats.live(modelId)).toMatchObject([{ id, price: { output_micro_usd: 200 } }])
  seats.setRows(machineId, [{ ...row, output_micro_usd: 1 }])
  expect(seats.live(modelId)).toMatchObject([{ id, price: { output_micro_usd: 1 } }])
  expect(seats.heardOf(id)).toMatchObject({ atMs: 5 })
})

it.each(['fetching', 'loading', 'failed'] as const)('routes to none that is %s', (phase) => {
  const seats = seated()
  seats.hear(machineId, aServeReport(id), 0)
  seats.hear(machineId, aServeReport(id, { phase }), 1)
  expect(seats.live(modelId)).toEqual([])
  expect(seats.allLive()).toEqual([])
})

it('hears nothing of what a machine is not to serve, nor of a machine that is not here', () => {
  const seats = seated()
  expect(seats.hear(machineId, aServeReport(aServedRow().id), 0)).toBeUndefined()
  expect(seats.hear(aServedRow().machine_id, aServeReport(id), 0)).toBeUndefined()
  expect(seats.allLive()).toEqual([])
})

it('changes only what is of the model, where one model alone was read', () => {
  const seats = createSeats()
  seats.take(machineId, { can: true })
  const other = aServedRow({ machine_id: machineId, model_id: otherModel })
  seats.setRows(machineId, [row, other])
  for (const one of [row, other]) seats.hear(machineId, aServeReport(one.id), 0)
  seats.setRows(machineId, [], modelId)
  expect(seats.allLive().map((one) => one.id)).toEqual([other.id])
})

it('forgets everything of a machine that leaves or comes anew', () => {
  const seats = seated()
  seats.hear(machineId, aServeReport(id), 0)
  seats.take(machineId, { can: true })
  expect(seats.allLive()).toEqual([])
  seats.setRows(machineId, [row])
  seats.hear(machineId, aServeReport(id), 0)
  expect(seats.leave(machineId).map((one) => one.id)).toEqual([id])
  expect(seats.allLive()).toEqual([])
  expect(seats.heardOf(id)).toBeUndefined()
  expect(seats.leave(machineId)).toEqual([])
})

it('sees that a machine does not know the newest, or serves what it should not', () => {
  const seats = seated({ generation: 3 })
  const seat = seats.get(machineId)
  if (seat === undefined) throw new Error('it sits')
  const report = (observed_generation: number) => aServeReport(id, { observed_generation })
  expect(isBehind(seat, [])).toBe(true)
  expect(isBehind(seat, [report(2)])).toBe(true)
  expect(isBehind(seat, [report(3)])).toBe(false)
  expect(isBehind(seat, [report(3), aServeReport(aServedRow().id)])).toBe(true)
})

it('tells a machine nothing of prices', () => {
  const seat = seated().get(machineId)
  expect(seat && JSON.stringify(ordersOf(seat))).not.toContain('micro_usd')
})

it('takes the model’s context where the owner left it open, and never more', () => {
  const engine = (context_tokens: number | null) => ({ kind: 'llama' as const, context_tokens })
  expect(contextOrdered({ engine: engine(null), model_context_tokens: 4_096 })).toBe(4_096)
  expect(contextOrdered({ engine: engine(512), model_context_tokens: 4_096 })).toBe(512)
  expect(contextOrdered({ engine: engine(9_000), model_context_tokens: 4_096 })).toBe(4_096)
})

const otherModel = ModelId.parse('Acme/other')

function seated(given: Partial<typeof row> = {}) {
  const seats = createSeats()
  seats.take(machineId, { can: true })
  seats.setRows(machineId, [{ ...row, ...given }])
  return seats
}

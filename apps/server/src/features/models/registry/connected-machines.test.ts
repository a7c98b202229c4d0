import { ModelId } from '@gridloom/contract/models/model-id'
import { expect, it } from 'vitest'
import { aServeReport } from '../../../../test/fake-agents.ts'
import { aServedRow } from '../../../../test/served-row.ts'
import { createConnectedMachines, isBehind, ordersOf } from './connected-machines.ts'
import { contextOrdered } from './served-row.ts'

const row = aServedRow()
const { machine_id: machineId, model_id: modelId, id } = row

it('routes to an endpoint that reports serving, at the price of its order', () => {
  const machines = connected()
  expect(machines.serving(modelId)).toEqual([])
  machines.applyReport(machineId, aServeReport(id), 5)
  expect(machines.serving(modelId)).toMatchObject([{ id, price: { output_micro_usd: 200 } }])
  machines.setServed(machineId, [{ ...row, output_micro_usd: 1 }])
  expect(machines.serving(modelId)).toMatchObject([{ id, price: { output_micro_usd: 1 } }])
  expect(machines.reportOf(id)).toMatchObject({ atMs: 5 })
})

it.each(['fetching', 'loading', 'failed'] as const)(
  'does not route to an endpoint that is %s',
  (phase) => {
    const machines = connected()
    machines.applyReport(machineId, aServeReport(id), 0)
    machines.applyReport(machineId, aServeReport(id, { phase }), 1)
    expect(machines.serving(modelId)).toEqual([])
    expect(machines.live()).toEqual([])
  },
)

it('ignores reports on endpoints without an order, and of machines not connected here', () => {
  const machines = connected()
  expect(machines.applyReport(machineId, aServeReport(aServedRow().id), 0)).toBeUndefined()
  expect(machines.applyReport(aServedRow().machine_id, aServeReport(id), 0)).toBeUndefined()
  expect(machines.live()).toEqual([])
})

it('replaces only the orders of one model when only that was read', () => {
  const machines = createConnectedMachines()
  machines.connect(machineId, { canServe: true })
  const other = aServedRow({ machine_id: machineId, model_id: otherModel })
  machines.setServed(machineId, [row, other])
  for (const one of [row, other]) machines.applyReport(machineId, aServeReport(one.id), 0)
  machines.setServed(machineId, [], modelId)
  expect(machines.live().map((one) => one.id)).toEqual([other.id])
})

it('forgets the reports of a machine that disconnects or reconnects', () => {
  const machines = connected()
  machines.applyReport(machineId, aServeReport(id), 0)
  machines.connect(machineId, { canServe: true })
  expect(machines.live()).toEqual([])
  machines.setServed(machineId, [row])
  machines.applyReport(machineId, aServeReport(id), 0)
  expect(machines.disconnect(machineId).map((one) => one.id)).toEqual([id])
  expect(machines.live()).toEqual([])
  expect(machines.reportOf(id)).toBeUndefined()
  expect(machines.disconnect(machineId)).toEqual([])
})

it('detects a machine with an old generation or an endpoint it has no order for', () => {
  const machines = connected({ generation: 3 })
  const machine = machines.get(machineId)
  if (machine === undefined) throw new Error('it sits')
  const report = (observed_generation: number) => aServeReport(id, { observed_generation })
  expect(isBehind(machine, [])).toBe(true)
  expect(isBehind(machine, [report(2)])).toBe(true)
  expect(isBehind(machine, [report(3)])).toBe(false)
  expect(isBehind(machine, [report(3), aServeReport(aServedRow().id)])).toBe(true)
})

it('sends a machine no prices', () => {
  const machine = connected().get(machineId)
  expect(machine && JSON.stringify(ordersOf(machine))).not.toContain('micro_usd')
})

it('uses the model’s context if the order leaves it open, and never more', () => {
  const engine = (context_tokens: number | null) => ({ kind: 'llama' as const, context_tokens })
  expect(contextOrdered({ engine: engine(null), model_context_tokens: 4_096 })).toBe(4_096)
  expect(contextOrdered({ engine: engine(512), model_context_tokens: 4_096 })).toBe(512)
  expect(contextOrdered({ engine: engine(9_000), model_context_tokens: 4_096 })).toBe(4_096)
})

const otherModel = ModelId.parse('Acme/other')

function connected(given: Partial<typeof row> = {}) {
  const machines = createConnectedMachines()
  machines.connect(machineId, { canServe: true })
  machines.setServed(machineId, [{ ...row, ...given }])
  return machines
}

import type { ServeOrders } from '@gridloom/contract/agent/models'
import { Refused } from '@gridloom/contract/errors'
import { expect, it } from 'vitest'
import { type FakeGateway, fakeGateway } from '../../../../test/fake-gateway.ts'
import { aServedRow } from '../../../../test/served-row.ts'
import { systemIds } from '../../../platform/ids.ts'
import { silentLog } from '../../../platform/log.ts'
import { serveSpecOf } from '../registry/served-row.ts'
import { createOrderSender } from './order-sender.ts'

const ids = systemIds(() => new Date('2026-01-01T00:00:00.000Z'))
const machineId = ids.mint('machine')

it('merges concurrent requests into one call with the newest orders', async () => {
  const { sender, agents, want } = setup()
  want([])
  sender.send(machineId)
  const newest = [serveSpecOf(aServedRow())]
  want(newest)
  for (let time = 0; time < 5; time++) sender.send(machineId)
  await sender.idle()
  expect(agents.called.map(({ body }) => body)).toEqual([{ specs: [] }, { specs: newest }])
})

it('sends to several machines side by side', async () => {
  const { sender, agents } = setup()
  const other = ids.mint('machine')
  agents.connections.add(other)
  for (const one of [machineId, other]) sender.send(one)
  await sender.idle()
  expect(agents.called.map((call) => call.machineId)).toEqual([machineId, other])
})

it('sends again after a failed call', async () => {
  const { sender, agents } = setup()
  agents.answer('/v1/models', () => {
    throw new Refused('upstream_failed')
  })
  sender.send(machineId)
  await sender.idle()
  sender.send(machineId)
  await sender.idle()
  expect(agents.called).toHaveLength(2)
})

it('sends nothing to a machine without orders to send', async () => {
  const { sender, agents, want } = setup()
  want(undefined)
  sender.send(machineId)
  await sender.idle()
  expect(agents.called).toEqual([])
})

function setup() {
  const agents: FakeGateway = fakeGateway()
  agents.connections.add(machineId)
  let specs: ServeOrders['specs'] | undefined = []
  const sender = createOrderSender({
    agents,
    log: silentLog(),
    signal: new AbortController().signal,
    ordersOf: () => specs && { specs },
  })
  return {
    agents,
    sender,
    want(wanted: typeof specs) {
      specs = wanted
    },
  }
}

import { openTerminal } from '@gridloom/client/terminal'
import { api } from '@gridloom/contract/api'
import type { Endpoint } from '@gridloom/contract/endpoint'
import type { InstanceId } from '@gridloom/contract/ids'
import { expect, it } from 'vitest'
import { type Product, startProduct } from '../src/product.ts'

/** Bodies of the calls that need one. */
const bodies: Readonly<Record<string, unknown>> = { exec: { command: ['true'] } }

it('refuses a stranger, and whoever is not signed in, on every call that names an instance', async () => {
  await using product = await startProduct({ driver: 'fake' })
  const { id } = await product.order()
  await product.untilInstance(id, ({ ready }) => ready)
  const { token } = await product.newcomer()
  const calls = Object.entries(api.instances).filter(
    ([, { path, transport }]) => path.includes('{id}') && transport !== 'websocket',
  )
  expect(calls.length).toBeGreaterThanOrEqual(12)
  for (const [name, endpoint] of calls) {
    const stranger = await call(product, { name, endpoint, id, token })
    expect([name, stranger.status, stranger.code]).toEqual([name, 404, 'not_found'])
    const visitor = await call(product, { name, endpoint, id })
    expect([name, visitor.status, visitor.code]).toEqual([name, 401, 'unauthorized'])
  }
  const instance = await product.renter.instances.read({ params: { id } })
  expect(instance).toMatchObject({ state: 'running', desired: 'running', generation: 1 })
})

it('opens neither a terminal nor a port to a stranger', async () => {
  await using product = await startProduct({ driver: 'fake' })
  const { id } = await product.order()
  await product.untilInstance(id, ({ ready }) => ready)
  const { client } = await product.newcomer()
  const terminal = openTerminal(client, { instanceId: id, columns: 80, rows: 24 })
  await expect(terminal).rejects.toMatchObject({ code: 'not_found' })
  const tunnel = await client.instances.tunnel({ params: { id, port: 80 } })
  const first = new Promise((resolve) => tunnel.onFrame(resolve))
  expect(await first).toMatchObject({ kind: 'control', control: { code: 'not_found' } })
})

it('keeps the renter out of the machine, and another provider too', async () => {
  await using product = await startProduct({ driver: 'fake' })
  const { id } = product.machine
  const { client } = await product.newcomer()
  for (const someone of [product.renter, client]) {
    const refused = { code: 'not_found' }
    await expect(someone.machines.read({ params: { id } })).rejects.toMatchObject(refused)
    const change = { params: { id }, body: { listed: false } }
    await expect(someone.machines.change(change)).rejects.toMatchObject(refused)
    await expect(someone.machines.remove({ params: { id } })).rejects.toMatchObject(refused)
    await expect(someone.machines.measure({ params: { id } })).rejects.toMatchObject(refused)
  }
})

interface Call {
  name: string
  endpoint: Endpoint
  id: InstanceId
  token?: string
}

async function call({ server }: Product, { name, endpoint, id, token }: Call) {
  const body = bodies[name]
  const response = await fetch(new URL(endpoint.path.replace('{id}', id), server.url), {
    method: endpoint.method,
    headers: {
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  const answer: unknown = await response.json()
  return { status: response.status, code: Object(answer).code }
}

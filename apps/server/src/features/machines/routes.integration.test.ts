import type { ServerHttp2Stream } from 'node:http2'
import type { MachineId } from '@gridloom/contract/core/ids'
import { openAccount } from '@gridloom/testkit/open-account'
import { startServer, type TestServer } from '@gridloom/testkit/server'
import {
  type Answers,
  aKey,
  answerJson,
  dialAsAgent,
  type StandIn,
  type TestKey,
} from '@gridloom/testkit/stand-in-agent'
import { expect, it } from 'vitest'
import { aHeartbeat, aHello } from '../../../test/messages.ts'

it('enrols, connects and lists a machine over HTTP and its own connection', async () => {
  await using setting = await setup()
  const { server, provider } = setting
  const { machineId, key } = await setting.enrol()
  using agent = await setting.connect(machineId, key)
  await agent.report(aHello())
  await setting.until(async () => (await provider.market.search({})).total === 1)
  const renter = server.client(await openAccount(server, { access: true }))
  const { offers } = await renter.market.search({ query: { kind: 'cpu', sort: 'price' } })
  expect(offers.map((offer) => offer.machine_id)).toEqual([machineId])
  await expect(renter.machines.read({ params: { id: machineId } })).rejects.toMatchObject({
    code: 'not_found',
  })
})

it('measures the network of a machine automatically at its first connection', async () => {
  await using setting = await setup()
  const { provider } = setting
  const { machineId, key } = await setting.enrol()
  using agent = await setting.connect(machineId, key)
  await agent.report(aHello())
  const kinds = async () => {
    const { benchmarks } = await provider.machines.read({ params: { id: machineId } })
    return benchmarks.map((benchmark) => benchmark.kind)
  }
  await setting.until(async () => (await kinds()).length === 3)
  expect(await kinds()).toEqual(['network_down_mbps', 'network_rtt_ms', 'network_up_mbps'])
  const { offers } = await provider.market.search({ query: { network_down_mbps_min: 1 } })
  expect(offers).toHaveLength(1)
})

it('forwards a measure request to the agent', async () => {
  await using setting = await setup()
  const { machineId, key } = await setting.enrol()
  const asked = Promise.withResolvers<void>()
  using agent = await setting.connect(machineId, key, {
    '/v1/benchmarks': (stream) => {
      answerJson(stream, 202, {})
      asked.resolve()
    },
  })
  await agent.report(aHello())
  await setting.until(() => setting.isOnline(machineId))
  await setting.provider.machines.measure({ params: { id: machineId } })
  await asked.promise
})

it('ends the connection of a removed machine, and rejects its next one', async () => {
  await using setting = await setup()
  const { machineId, key } = await setting.enrol()
  using agent = await setting.connect(machineId, key)
  await agent.report(aHello())
  await agent.report(aHeartbeat())
  await setting.until(() => setting.isOnline(machineId))
  await setting.provider.machines.remove({ params: { id: machineId } })
  await agent.ended
  await expect(setting.connect(machineId, key)).rejects.toMatchObject({ code: 'machine_refused' })
})

it('rejects visitors, and accounts without an access code', async () => {
  await using setting = await setup()
  const { server } = setting
  const visitor = server.client()
  await expect(visitor.machines.list()).rejects.toMatchObject({ code: 'unauthorized' })
  await expect(visitor.market.search({})).rejects.toMatchObject({ code: 'unauthorized' })
  const curious = server.client(await openAccount(server, { access: false }))
  await expect(curious.machines.list()).rejects.toMatchObject({ code: 'access_code_required' })
  await expect(curious.machines.createEnrolmentToken()).rejects.toMatchObject({
    code: 'access_code_required',
  })
  expect(await curious.market.search({})).toMatchObject({ total: 0 })
})

it('names the invalid fields of a search', async () => {
  await using setting = await setup()
  const search = fetch(`${setting.server.url}/api/offers?vcpus_min=many&colour=red`, {
    headers: { authorization: `Bearer ${setting.token}` },
  })
  const response = await search
  expect(response.status).toBe(400)
  expect(await response.json()).toMatchObject({
    code: 'invalid_input',
    fields: { vcpus_min: expect.any(String), colour: 'Unknown field.' },
  })
})

async function setup() {
  const server = await startServer()
  const token = await openAccount(server, { access: true })
  const provider = server.client(token)
  return {
    server,
    token,
    provider,
    async enrol() {
      const { token: enrolment } = await provider.machines.createEnrolmentToken()
      const key = aKey()
      const { machine_id } = await server.client().machines.enrol({
        body: {
          token: enrolment,
          public_key: key.publicKey,
          name: 'attic',
          signature: key.enrolment(enrolment),
        },
      })
      return { machineId: machine_id, key }
    },
    connect: (machineId: MachineId, key: TestKey, answers: Answers = {}) =>
      connect(server, { machineId, key, answers }),
    async isOnline(machineId: MachineId) {
      const { status } = await provider.machines.read({ params: { id: machineId } })
      return status === 'online'
    },
    /** Checks again at each change that the server publishes. */
    async until(met: () => Promise<boolean>) {
      const { changes } = server.container
      let changed = Promise.withResolvers<void>()
      const end = changes.subscribe(() => {
        changed.resolve()
        changed = Promise.withResolvers<void>()
      })
      for (let next = changed.promise; !(await met()); next = changed.promise) await next
      end()
    },
    async [Symbol.asyncDispose]() {
      await server[Symbol.asyncDispose]()
    },
  }
}

async function connect(
  server: TestServer,
  { machineId, key, answers }: { machineId: MachineId; key: TestKey; answers: Answers },
): Promise<StandIn> {
  const { nonce } = await server.client().machines.challenge({ body: { machine_id: machineId } })
  const all = { '/v1/throughput': throughput, '/v1/sync': sync, ...answers }
  return dialAsAgent({ url: server.url, machineId, nonce, key, answers: all })
}

function throughput(stream: ServerHttp2Stream, query: URLSearchParams): void {
  const bytes = query.get('bytes')
  if (bytes !== null) {
    stream.respond({ ':status': 200 })
    stream.end(Buffer.alloc(Number(bytes)))
    return
  }
  let received = 0
  stream.on('data', (part: Buffer) => {
    received += part.length
  })
  stream.once('end', () => answerJson(stream, 200, { received_bytes: received }))
}

function sync(stream: ServerHttp2Stream): void {
  answerJson(stream, 200, { unknown: [] })
}

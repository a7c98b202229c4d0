import { describe, expect, it } from 'vitest'
import { startEngineStandIn } from '../../../test/engine-stand-in.ts'
import { createNetwork, listNetworks, rejoinNetwork, removeNetwork } from './networks.ts'

const signal = new AbortController().signal
const create = 'POST /networks/create'
const network = {
  ...{ name: 'net', hostname: 'net', dns: undefined, labels: { a: 'b' } },
  ...{ bridge: 'gl-net', subnet: '10.213.0.0/29' },
}

describe('creating a network', () => {
  it('sets its bridge and its subnet', async () => {
    await using test = await startEngineStandIn({ [create]: { status: 201, json: { Id: 'x' } } })
    await createNetwork(test.api, network, signal)
    expect(test.asked[0]?.body).toMatchObject({
      Name: 'net',
      Options: { 'com.docker.network.bridge.name': 'gl-net' },
      IPAM: { Config: [{ Subnet: '10.213.0.0/29' }] },
      Labels: { a: 'b' },
    })
  })

  it('succeeds if it exists already', async () => {
    const said = { status: 409, json: { message: 'network with name net already exists' } }
    await using test = await startEngineStandIn({ [create]: said })
    await createNetwork(test.api, network, signal)
    expect(test.lines()).toHaveLength(1)
  })

  it('lets the engine choose the subnet if ours is taken', async () => {
    const message = 'Pool overlaps with other one on this address space'
    const taken = { status: 403, json: { message } }
    await using test = await startEngineStandIn({ [create]: [taken, { status: 201, json: {} }] })
    await createNetwork(test.api, network, signal)
    expect(test.asked[1]?.body).not.toHaveProperty('IPAM')
  })

  it('can be retried later if the engine has no subnet left', async () => {
    const message = 'could not find an available, non-overlapping IPv4 address pool'
    await using test = await startEngineStandIn({ [create]: { status: 400, json: { message } } })
    await expect(createNetwork(test.api, network, signal)).rejects.toMatchObject({
      code: 'create_refused',
      retry: 'later',
      message: expect.stringContaining('could not find an available'),
    })
  })
})

describe('other calls on networks', () => {
  it('list those with a label only', async () => {
    await using test = await startEngineStandIn({ 'GET /networks': { json: [{ Name: 'net' }] } })
    expect(await listNetworks(test.api, 'a=b', signal)).toEqual(['net'])
    expect(test.lines()).toEqual(['GET /networks?filters={"label":["a=b"]}'])
  })

  it('leave the lost network before joining the new one', async () => {
    await using test = await startEngineStandIn({
      'POST /networks/net/disconnect': {},
      'POST /networks/net/connect': {},
    })
    await rejoinNetwork(test.api, { container: 'one', network: 'net', signal })
    expect(test.asked).toEqual([
      { line: 'POST /networks/net/disconnect', body: { Container: 'one', Force: true } },
      { line: 'POST /networks/net/connect', body: { Container: 'one' } },
    ])
  })

  it('treat a missing network as removed, but fail for one in use', async () => {
    const busy = { status: 403, json: { message: 'network net has active endpoints' } }
    await using test = await startEngineStandIn({ 'DELETE /networks/net': busy })
    await removeNetwork(test.api, 'gone', signal)
    await expect(removeNetwork(test.api, 'net', signal)).rejects.toThrow('active endpoints')
  })
})

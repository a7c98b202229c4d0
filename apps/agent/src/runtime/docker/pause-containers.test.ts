import { expect, it } from 'vitest'
import { type Said, startEngineStandIn } from '../../../test/engine-stand-in.ts'
import type { InstanceDisks } from './disks/index.ts'
import { createPauseContainers, type EngineDisks } from './pause-containers.ts'

const signal = new AbortController().signal
const network = {
  ...{ name: 'net', hostname: 'host', dns: ['9.9.9.9'], labels: { 'gridloom.agent': 'me' } },
  ...{ bridge: 'gl-net', subnet: '10.213.0.0/29' },
}
const inspect = 'GET /containers/net/json'
const missing = { status: 404, json: { message: 'no such container' } }
const never = '0001-01-01T00:00:00Z'
const once = '2026-01-01T00:00:00Z'

it('creates the pause container without any rights, and bounds its files before it starts', async () => {
  await using test = await setup({
    [inspect]: [missing, { json: anInspection({ Running: false, StartedAt: never }) }],
    'GET /images/gridloom/pause:1/json': { json: { Id: 'x' } },
    'POST /containers/create': { status: 201, json: {} },
    'POST /containers/net/start': { status: 204 },
  })
  await test.pauses.ensure(network, signal)
  expect(test.steps).toEqual(['bound /engine/containers/abc', 'keep /engine/containers/abc'])
  expect(test.lines().at(-1)).toBe('POST /containers/net/start')
  const { body } = test.asked.find(({ line }) => line.includes('create')) ?? {}
  expect(body).toMatchObject({
    Image: 'gridloom/pause:1',
    Hostname: 'host',
    Labels: { 'gridloom.agent': 'me', 'gridloom.pause': 'true' },
    HostConfig: {
      ...{ NetworkMode: 'net', Dns: ['9.9.9.9'], Privileged: false, ReadonlyRootfs: true },
      ...{ CapDrop: ['ALL'], SecurityOpt: ['no-new-privileges'] },
    },
  })
})

it('leaves one that runs alone', async () => {
  await using test = await setup({
    [inspect]: { json: anInspection({ Running: true, StartedAt: once }) },
  })
  await test.pauses.ensure(network, signal)
  expect(test.lines()).toEqual([inspect])
})

it('connects one that ran before to its network again, which may be another', async () => {
  await using test = await setup({
    [inspect]: { json: anInspection({ Running: false, StartedAt: once }) },
    'POST /networks/net/disconnect': {},
    'POST /networks/net/connect': {},
    'POST /containers/net/start': { status: 204 },
  })
  await test.pauses.ensure(network, signal)
  expect(test.lines().slice(1)).toEqual([
    'POST /networks/net/disconnect',
    'POST /networks/net/connect',
    'POST /containers/net/start',
  ])
})

it.each([
  ['the disks of containers are not bounded', { isBounded: false }],
  ['there is no program for the processor', { program: undefined }],
])('creates none where %s', async (_, setting) => {
  await using test = await setup({}, setting)
  await test.pauses.ensure(network, signal)
  expect(test.lines()).toEqual([])
})

it('removes only a pause container, never another container of that name', async () => {
  const other = { ...anInspection({ Running: true, StartedAt: once }), Config: { Labels: {} } }
  await using test = await setup({ [inspect]: { json: other } })
  await test.pauses.remove('net', signal)
  expect(test.lines()).toEqual([inspect])
})

async function setup(
  answers: Record<string, Said | readonly Said[]>,
  setting: { isBounded?: boolean; program?: Buffer | undefined } = {},
) {
  const { isBounded = true, program } = { program: Buffer.alloc(4), ...setting }
  const engine = await startEngineStandIn(answers)
  const steps: string[] = []
  const disks: Pick<InstanceDisks, 'boundNetworkFiles' | 'keepNetworkFiles'> = {
    boundNetworkFiles: async (folder) => void steps.push(`bound ${folder}`),
    keepNetworkFiles: async (folder) => void steps.push(`keep ${folder}`),
  }
  const local: EngineDisks = { disks, engineRoot: '/engine' }
  const pauses = createPauseContainers(engine.api, {
    localDisks: async () => (isBounded ? local : undefined),
    program,
  })
  return { ...engine, pauses, steps }
}

function anInspection(state: { Running: boolean; StartedAt: string }) {
  const State = { Status: 'x', OOMKilled: false, ExitCode: 0, FinishedAt: never, ...state }
  const Config = { Labels: { 'gridloom.pause': 'true' } }
  return { Id: 'abc', Name: '/net', State, Config }
}

import { describe, expect, it } from 'vitest'
import { type Said, startEngineStandIn } from '../../../test/engine-stand-in.ts'
import type { ContainerSettings } from '../port.ts'
import {
  containerAddress,
  createContainer,
  hasPath,
  inspectContainer,
  listContainers,
  putPrograms,
  readUsage,
  removeContainer,
  startContainer,
  stopContainer,
  writtenBytes,
} from './containers.ts'
import type { EngineApi } from './engine-api.ts'

const signal = new AbortController().signal
const create = 'POST /containers/create'
const start = 'POST /containers/one/start'
const inspect = 'GET /containers/one/json'

describe('creating a container', () => {
  it('creates it by name, and uploads its programs', async () => {
    const engine = {
      [create]: { status: 201, json: { Id: 'a' } },
      'PUT /containers/one/archive': {},
    }
    await using test = await startEngineStandIn(engine)
    const settings = aContainer({ programs: { '/.own/start': 'echo' } })
    await makeOne(test.api, { programs: { '/.own/start': 'echo' } })
    await putPrograms(test.api, settings, signal)
    expect(test.lines()).toEqual([
      'POST /containers/create?name=one',
      'PUT /containers/one/archive?path=/',
    ])
    expect(test.asked[1]?.body).toContain('.own/start')
  })

  it('falls back to the share of CPU time if the engine rejects the chosen CPUs', async () => {
    const message = 'Requested CPUs are not available - requested 8, available: 0-7'
    const said = {
      [create]: [
        { status: 400, json: { message } },
        { status: 201, json: {} },
      ],
    }
    await using test = await startEngineStandIn(said)
    await makeOne(test.api, { cpus: [8], nanoCpus: 5 })
    const [bound, free] = test.asked
    expect(bound?.body).toMatchObject({ HostConfig: { CpusetCpus: '8' } })
    expect(free?.body).toMatchObject({ HostConfig: { NanoCpus: 5 } })
    expect(free?.body).not.toHaveProperty('HostConfig.CpusetCpus')
  })

  it.each<[string, Said]>([
    [
      'Docker',
      { status: 409, json: { message: 'Conflict. The container name "/one" is already in use' } },
    ],
    [
      'Podman',
      {
        status: 500,
        json: {
          message:
            'container create: creating container storage: the container name "one" is already in use by 068444bb',
        },
      },
    ],
  ])(
    'treats an existing container of that name as created, by the error of %s',
    async (_, said) => {
      await using test = await startEngineStandIn({ [create]: said })
      await makeOne(test.api)
      expect(test.lines()).toHaveLength(1)
    },
  )

  it.each<[Said, object]>([
    [
      { status: 404, json: { message: 'No such image: debian:12' } },
      { code: 'image_not_found', retry: 'later' },
    ],
    [
      { status: 400, json: { message: 'invalid CPU count' } },
      {
        code: 'create_refused',
        retry: 'never',
        message: expect.stringContaining('invalid CPU count'),
      },
    ],
    [{ status: 500, json: { message: 'container create: no init' } }, { code: 'create_refused' }],
    [
      { status: 500, json: { message: 'write /vol/_data/x: no space left on device' } },
      { code: 'disk_full' },
    ],
    [
      { status: 400, json: { message: 'lstat /d/merged/etc/passwd/x: not a directory' } },
      { code: 'create_refused', message: expect.not.stringContaining('merged') },
    ],
  ])('fails with the reason: %j', async (said, failure) => {
    await using test = await startEngineStandIn({ [create]: said })
    await expect(makeOne(test.api)).rejects.toMatchObject(failure)
  })
})

describe('starting a container', () => {
  it('succeeds if it runs already', async () => {
    await using test = await startEngineStandIn({ [start]: { status: 304 } })
    await startContainer(test.api, 'one', signal)
    expect(test.lines()).toEqual(['POST /containers/one/start'])
  })

  it.each([
    ['network gridloom-x not found', { code: 'start_failed', retry: 'later' }],
    [
      'cannot join network of a non running container: f5a8',
      { code: 'start_failed', retry: 'later' },
    ],
    ['could not select device driver "nvidia" with capabilities: [[gpu]]', { code: 'gpu_missing' }],
    ['nvidia-container-cli: device error: GPU-1: unknown device', { code: 'gpu_missing' }],
    ['write /var/lib/docker: no space left on device', { code: 'disk_full' }],
    ['exec: "/no/such": stat /no/such: no such file', { code: 'start_failed', retry: 'never' }],
    [
      'error setting rlimit type 7: operation not permitted',
      { code: 'start_failed', retry: 'never', message: expect.stringContaining('ulimit nofile') },
    ],
    [
      'unable to find user gpu: no matching entries in passwd file',
      { code: 'start_failed', retry: 'never', message: expect.stringContaining('no user "gpu"') },
    ],
  ])('fails with the reason: %s', async (message, failure) => {
    await using test = await startEngineStandIn({ [start]: { status: 500, json: { message } } })
    await expect(startContainer(test.api, 'one', signal)).rejects.toMatchObject(failure)
  })
})

describe('stopping and removing a container', () => {
  it.each([404, 409])('succeeds if it is gone or being removed (%i)', async (status) => {
    const said = { status, json: { message: 'removal of container one is already in progress' } }
    await using test = await startEngineStandIn({
      'POST /containers/one/stop': said,
      'DELETE /containers/one': said,
    })
    await stopContainer(test.api, { name: 'one', graceS: 7, signal })
    await removeContainer(test.api, 'one', signal)
    expect(test.lines()).toEqual([
      'POST /containers/one/stop?t=7',
      'DELETE /containers/one?force=true&v=true',
    ])
  })

  it('fails if the engine fails', async () => {
    const broken = { status: 500, json: { message: 'device or resource busy' } }
    await using test = await startEngineStandIn({ 'DELETE /containers/one': broken })
    await expect(removeContainer(test.api, 'one', signal)).rejects.toThrow('resource busy')
  })
})

describe('inspecting a container', () => {
  it.each([
    [
      'created',
      aState({ Status: 'created' }),
      { state: 'created', startedAt: null, exitCode: null },
    ],
    [
      'running',
      aState({ Running: true, StartedAt: '2026-01-01T00:00:00.5Z' }),
      { state: 'running', startedAt: '2026-01-01T00:00:00.5Z', finishedAt: null, exitCode: null },
    ],
    [
      'exited',
      aState({
        StartedAt: '2026-01-01T00:00:00Z',
        FinishedAt: '2026-01-01T00:00:09Z',
        ExitCode: 137,
        OOMKilled: true,
      }),
      { state: 'exited', finishedAt: '2026-01-01T00:00:09Z', exitCode: 137, outOfMemory: true },
    ],
  ])('returns the state of one that is %s', async (_, State, facts) => {
    await using test = await startEngineStandIn({ [inspect]: { json: anInspection({ State }) } })
    expect(await inspectContainer(test.api, 'one', signal)).toMatchObject({ ...facts, name: 'one' })
  })

  it('returns undefined if there is none', async () => {
    await using test = await startEngineStandIn({})
    expect(await inspectContainer(test.api, 'one', signal)).toBeUndefined()
  })

  it('lists those with a label, except one that is removed meanwhile', async () => {
    await using test = await startEngineStandIn({
      'GET /containers/json': { json: [{ Id: 'one' }, { Id: 'two' }] },
      [inspect]: { json: anInspection() },
    })
    const found = await listContainers(test.api, 'gridloom.agent=x', signal)
    expect(found.map(({ name }) => name)).toEqual(['one'])
    expect(test.lines()[0]).toBe(
      'GET /containers/json?all=true&filters={"label":["gridloom.agent=x"]}',
    )
  })

  it('returns its address, and fails if it has none', async () => {
    const networks = (IPAddress: string) => ({ Networks: { one: { IPAddress } } })
    await using test = await startEngineStandIn({
      [inspect]: [
        { json: anInspection({ NetworkSettings: networks('10.213.0.2') }) },
        { json: anInspection({ NetworkSettings: networks('') }) },
      ],
    })
    expect(await containerAddress(test.api, 'one', signal)).toBe('10.213.0.2')
    await expect(containerAddress(test.api, 'one', signal)).rejects.toThrow('has no address')
  })

  it('has the address of the pause container that it joined, and is offline without it', async () => {
    const running = aState({ Running: true, StartedAt: '2026-01-01T00:00:00Z' })
    const joined = { HostConfig: { NetworkMode: 'container:abc' }, State: running }
    const NetworkSettings = { Networks: { net: { IPAddress: '10.213.0.2' } } }
    await using test = await startEngineStandIn({
      [inspect]: { json: anInspection(joined) },
      'GET /containers/abc/json': [
        { json: anInspection({ NetworkSettings, State: running }) },
        { json: anInspection({ State: running }) },
        { json: anInspection({ State: aState() }) },
        { status: 404 },
      ],
    })
    expect(await containerAddress(test.api, 'one', signal)).toBe('10.213.0.2')
    expect(await inspectContainer(test.api, 'one', signal)).toMatchObject({ isOffline: false })
    for (const _ of ['stopped', 'removed'])
      expect(await inspectContainer(test.api, 'one', signal)).toMatchObject({ isOffline: true })
  })

  it('is not listed if it is a pause container', async () => {
    const Labels = { 'gridloom.agent': 'x', 'gridloom.pause': 'true' }
    await using test = await startEngineStandIn({
      'GET /containers/json': { json: [{ Id: 'one' }, { Id: 'abc', Labels }] },
      [inspect]: { json: anInspection() },
    })
    const found = await listContainers(test.api, 'gridloom.agent=x', signal)
    expect(found.map(({ name }) => name)).toEqual(['one'])
  })

  it('returns whether a path exists', async () => {
    await using test = await startEngineStandIn({
      'HEAD /containers/one/archive': [{}, { status: 404 }, { status: 500 }],
    })
    const file = { name: 'one', path: '/x' }
    expect(await hasPath(test.api, file, signal)).toBe(true)
    expect(await hasPath(test.api, file, signal)).toBe(false)
    await expect(hasPath(test.api, file, signal)).rejects.toMatchObject({ status: 500 })
  })

  it('returns the bytes that it wrote, and 0 if the engine does not report them', async () => {
    await using test = await startEngineStandIn({
      [inspect]: [{ json: anInspection({ SizeRw: 4_096 }) }, { json: anInspection() }],
    })
    expect(await writtenBytes(test.api, 'one', signal)).toBe(4_096)
    expect(await writtenBytes(test.api, 'one', signal)).toBe(0)
    expect(test.lines()[0]).toBe('GET /containers/one/json?size=true')
  })

  it('reads its current load', async () => {
    const json = {
      cpu_stats: { cpu_usage: { total_usage: 7 } },
      memory_stats: { usage: 9, limit: 10 },
    }
    await using test = await startEngineStandIn({ 'GET /containers/one/stats': { json } })
    expect(await readUsage(test.api, 'one', signal)).toMatchObject({ cpuNs: 7, memoryBytes: 9 })
    expect(test.lines()).toEqual(['GET /containers/one/stats?stream=false&one-shot=true'])
  })
})

function aState(changes: object = {}) {
  const never = '0001-01-01T00:00:00Z'
  return {
    Status: 'exited',
    Running: false,
    OOMKilled: false,
    ExitCode: 0,
    StartedAt: never,
    FinishedAt: never,
    ...changes,
  }
}

function anInspection(changes: object = {}) {
  return { Id: 'abc', Name: '/one', State: aState(), Config: { Labels: null }, ...changes }
}

function makeOne(api: EngineApi, changes: Partial<ContainerSettings> = {}): Promise<void> {
  const settings = aContainer(changes)
  const around = { volumes: [], seccomp: 'seccomp={}', pause: undefined }
  return createContainer(api, { settings, ...around, signal })
}

function aContainer(changes: Partial<ContainerSettings> = {}): ContainerSettings {
  return {
    name: 'one',
    network: 'one',
    hostname: 'one',
    image: 'debian:12',
    labels: {},
    env: [],
    entrypoint: undefined,
    command: undefined,
    programs: {},
    nanoCpus: 1e9,
    cpus: undefined,
    memoryBytes: 1,
    pidsMax: 1,
    diskBytes: 1,
    views: [],
    dns: undefined,
    capabilities: [],
    gpuUuids: [],
    ...changes,
  }
}

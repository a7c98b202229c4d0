import { duplexPair } from 'node:stream'
import { type Clock, systemClock } from '@gridloom/async/clock'
import { engineUnreachable, RuntimeFailure } from '../failure.ts'
import type { EngineHelpers } from '../helper-port.ts'
import type { EngineLayers } from '../layer-port.ts'
import { packTar } from '../pack-tar.ts'
import type { ContainerRuntime, EngineVolumes, PullLogin, RuntimeEvent } from '../port.ts'
import type { EngineVolumeDisks } from '../volume-port.ts'
import { begin, type FakeContainer, type FakeWorld, finish, newContainer } from './container.ts'
import { createControl, type FakeControl, type FakeState } from './control.ts'
import { openFakeSession } from './session.ts'
import { openFakeTerminal, readFakeLogs, startFakeExec } from './streams.ts'

export interface FakeOptions {
  clock?: Clock
  /** Images that exist from the start. */
  images?: readonly string[]
}

/** A runtime whose containers are records in memory, with the controls for tests. */
export type FakeRuntime = ContainerRuntime & { control: FakeControl }

/**
 * Creates the runtime port without an engine: the same states, reasons and streams, but no processes. Start scripts and
 * commands may use the few commands of `shell.ts`; any image can be pulled.
 */
export function createFakeRuntime(options: FakeOptions = {}): FakeRuntime {
  const clock = options.clock ?? systemClock
  const state: FakeState = {
    containers: new Map(),
    networks: new Map(),
    images: new Set(options.images ?? ['gridloom/base:latest']),
    volumes: new Map(),
    volumeDisks: new Map(),
    logins: new Map(),
    failures: new Map(),
    listeners: new Set(),
    reachable: true,
    space: undefined,
  }
  const world: FakeWorld = {
    clock,
    emit: (event) => {
      for (const listener of state.listeners) listener(event)
    },
  }
  return {
    kind: 'fake',
    isLocal: false,
    ...readingCalls(state, world),
    ...changingCalls(state, world),
    control: createControl(state, world),
  }
}

type Reading = Pick<
  ContainerRuntime,
  | 'probe'
  | 'inspectContainer'
  | 'wasSignalled'
  | 'listContainers'
  | 'hasPath'
  | 'diskUse'
  | 'readArchive'
  | 'space'
  | 'readUsage'
  | 'logs'
  | 'imageId'
  | 'events'
  | 'socketTables'
  | 'volumes'
  | 'volumeDisks'
  | 'layers'
  | 'helpers'
  | 'architecture'
>

function readingCalls(state: FakeState, world: FakeWorld): Reading {
  return {
    probe: async () => {
      answer(state, 'probe')
      const images = [...state.images].map((name) => ({
        name: tagged(name),
        size_bytes: imageBytes,
        id: tagged(name),
      }))
      return {
        engine: { ...engine, runtimes: ['fake'] },
        images,
        gaps: [],
        diskObstacle: undefined,
      }
    },
    imageId: async (image) => {
      answer(state, 'imageId')
      return [...state.images].map(tagged).find((name) => name === tagged(image))
    },
    inspectContainer: async (name) => {
      answer(state, 'inspectContainer')
      return find(state, name)?.facts
    },
    wasSignalled: async ({ name }) => {
      answer(state, 'wasSignalled')
      return demand(state, name).signalled
    },
    listContainers: async (label) => {
      answer(state, 'listContainers')
      const all = [...state.containers.values()].map(({ facts }) => facts)
      return all.filter(({ labels }) => carries(labels, label))
    },
    hasPath: async (name, path) => demand(state, name).paths.has(path),
    // Its containers are records: their disks are empty.
    readArchive: async (name) => {
      demand(state, name)
      const archive = await packTar([{ name: './', type: 'directory', mode: 0o755 }])
      return (async function* () {
        yield archive
      })()
    },
    diskUse: async (name) => {
      const { writtenBytes, freeBytes } = demand(state, name)
      return { usedBytes: writtenBytes, freeBytes }
    },
    space: async () => state.space,
    readUsage: async (name) => demand(state, name).usage,
    logs: (name, selection, signal) => readFakeLogs(demand(state, name), selection, signal),
    events: (label, signal) => readEvents(state, world, { label, signal }),
    socketTables: async (name) => fakeTables(demandRunning(state, name)),
    volumes: fakeVolumes(state),
    volumeDisks: fakeVolumeDisks(state),
    layers: noLayers,
    helpers: noHelpers,
    architecture: async () => 'x64',
  }
}

/** The kernel's table of listeners on every address. */
function fakeTables({ servers }: FakeContainer): string {
  const hex = (port: number) => port.toString(16).toUpperCase().padStart(4, '0')
  const line = (port: number) => `0: 00000000:${hex(port)} 00000000:0000 0A 00000000:00000000`
  return [...servers.keys()].map(line).join('\n')
}

function fakeVolumes({ volumes }: FakeState): EngineVolumes {
  return {
    fill: async ({ name, labels, open }) => {
      if (volumes.has(name)) return
      let bytes = 0
      for await (const piece of await open()) bytes += piece.length
      if (bytes > 0) volumes.set(name, labels)
    },
    createdAt: async (name) => (volumes.has(name) ? 'once' : undefined),
    list: async (label) =>
      [...volumes].flatMap(([name, labels]) => (carries(labels, label) ? name : [])),
    remove: async (name) => void volumes.delete(name),
  }
}

function fakeVolumeDisks(state: FakeState): EngineVolumeDisks {
  const { volumeDisks } = state
  return {
    obstacle: async () => undefined,
    create: async ({ name, bytes }) => {
      answer(state, 'createVolume')
      if (!volumeDisks.has(name)) volumeDisks.set(name, bytes)
    },
    list: async () => {
      answer(state, 'listVolumes')
      return [...volumeDisks].map(([name, bytes]) => ({ name, bytes, usedBytes: 0 }))
    },
    remove: async (name) => {
      answer(state, 'removeVolume')
      volumeDisks.delete(name)
    },
    clearPartial: async () => {},
  }
}

/** Its containers have no files. */
const noLayers: EngineLayers = {
  obstacle: async () => 'the fake engine has no files',
  ofImage: async () => undefined,
  ofContainer: async () => undefined,
  read: async function* () {},
  pause: async () => false,
  resume: async () => undefined,
}

/** Its containers have no network and no disks. */
const noHelpers: EngineHelpers = {
  obstacle: async () => undefined,
  start: async () => undefined,
  holdDisk: async () => {
    throw new RuntimeFailure('start_failed', 'Its containers have no disks.')
  },
  holdVolume: async () => {
    throw new RuntimeFailure('start_failed', 'Its volumes have no files.')
  },
  remove: async () => undefined,
  list: async () => [],
}

const imageBytes = 1_000_000

const engine = {
  kind: 'fake',
  version: '1.0',
  api_version: '1.41',
  storage_driver: 'memory',
  disk_quota: false,
} as const

function changingCalls(
  state: FakeState,
  world: FakeWorld,
): Omit<ContainerRuntime, keyof Reading | 'kind' | 'isLocal'> {
  const { clock } = world
  return {
    imageBytes: async () => imageBytes,
    removeImage: async (image) => void state.images.delete(image),
    requirePlatform: async () => {},
    pullImage: async ({ image, login }, onProgress) => {
      const progress = { text: `Downloading ${image}`, done_bytes: 500, total_bytes: 1_000 }
      onProgress({ ...progress, percent: 50 })
      answer(state, 'pullImage')
      demandLogin(state, image, login)
      state.images.add(image)
    },
    commitContainer: async ({ name, image }) => {
      answer(state, 'commitContainer')
      demand(state, name)
      state.images.add(image)
    },
    importImage: async ({ image, stream }) => {
      for await (const _ of stream) answer(state, 'importImage')
      state.images.add(image)
    },
    createNetwork: async ({ name, labels }) => {
      answer(state, 'createNetwork')
      state.networks.set(name, labels)
    },
    listNetworks: async (label) =>
      [...state.networks].flatMap(([name, labels]) => (carries(labels, label) ? name : [])),
    rejoinNetwork: async () => answer(state, 'rejoinNetwork'),
    removeNetwork: async (name) => void state.networks.delete(name),
    createContainer: async (settings) => {
      answer(state, 'createContainer')
      if (find(state, settings.name)) return
      for (const { name } of settings.volumes ?? [])
        if (!state.volumeDisks.has(name))
          throw new RuntimeFailure('start_failed', `The volume ${name} is not on this machine.`)
      state.containers.set(settings.name, newContainer(settings))
    },
    replaceContainer: async (settings) => {
      answer(state, 'replaceContainer')
      state.containers.set(settings.name, newContainer(settings))
    },
    startContainer: async (name) => {
      answer(state, 'startContainer')
      begin(world, demand(state, name))
    },
    writePrivate: async (name, { folder, files }) => {
      answer(state, 'writePrivate')
      const container = demand(state, name)
      for (const [file, text] of Object.entries(files)) {
        container.paths.add(`${folder}/${file}`)
        container.files.set(`${folder}/${file}`, text)
      }
    },
    writeReadable: async (name, { folder, files }) => {
      answer(state, 'writeReadable')
      const container = demand(state, name)
      for (const [file, text] of Object.entries(files))
        container.files.set(`${folder}/${file}`, text)
    },
    terminate: async (name) => {
      answer(state, 'terminate')
      find(state, name)
    },
    stopContainer: async (name) => {
      answer(state, 'stopContainer')
      const container = find(state, name)
      if (container) finish(world, container, { exitCode: 143, signalled: true })
    },
    removeContainer: async (name) => {
      answer(state, 'removeContainer')
      const container = find(state, name)
      if (container) finish(world, container, { exitCode: 137 })
      state.containers.delete(name)
    },
    clearDisks: async () => {},
    diskOwners: async () => [],
    clearDisksOf: async () => {},
    labelledNetworks: async (label) =>
      [...state.networks].flatMap(([name, { [label]: value }]) =>
        value === undefined ? [] : { name, value, createdMs: clock.now().getTime() },
      ),
    cpuLayout: async () => [],
    bindCpus: async () => {},
    prepareDisks: async () => {},
    dropSpareDisks: async () => {},
    exec: async (name, settings) => startFakeExec(demandRunning(state, name), settings, clock),
    openTerminal: async (name, settings) => openFakeTerminal(demandRunning(state, name), settings),
    openSession: async (name, settings) =>
      openFakeSession(demandRunning(state, name), settings, clock),
    hangUpSessions: async () => {},
    address: async (name) => {
      demandRunning(state, name)
      return '127.0.0.1'
    },
    dial: async (name, port) => {
      const serve = demandRunning(state, name).servers.get(port)
      if (serve === undefined) throw new Error(`connect ECONNREFUSED ${name}:${port}`)
      const [outside, inside] = duplexPair()
      serve(inside)
      return outside
    },
    // Its programs do not listen.
    dialFramed: async (name, port) => {
      throw new Error(`connect ECONNREFUSED ${name}:${port}`)
    },
  }
}

/** Throws the failure that the test requested for this call, or that the engine is unreachable. */
function answer(state: FakeState, call: string): void {
  if (!state.reachable) throw engineUnreachable(new Error('connect ECONNREFUSED'))
  const failure = state.failures.get(call)?.shift()
  if (failure !== undefined) throw failure
}

/** Throws as a registry with a private image does. */
function demandLogin({ logins }: FakeState, image: string, login: PullLogin | undefined): void {
  const wanted = logins.get(image)
  if (wanted === undefined) return
  if (login === undefined) throw new RuntimeFailure('registry_denied', `${image} is private.`)
  if (wanted.username === login.username && wanted.password === login.password) return
  throw new RuntimeFailure('registry_login_refused', `${image} needs another login.`)
}

function find(state: FakeState, name: string): FakeContainer | undefined {
  return state.containers.get(name)
}

function demand(state: FakeState, name: string): FakeContainer {
  if (!state.reachable) throw engineUnreachable(new Error('connect ECONNREFUSED'))
  const container = find(state, name)
  if (container === undefined) throw new Error(`No such container: ${name}`)
  return container
}

function demandRunning(state: FakeState, name: string): FakeContainer {
  const container = demand(state, name)
  if (container.facts.state === 'running') return container
  throw new RuntimeFailure('start_failed', `Container ${name} is not running`)
}

async function* readEvents(
  state: FakeState,
  _world: FakeWorld,
  { label, signal }: { label: string; signal: AbortSignal },
): AsyncIterable<RuntimeEvent> {
  answer(state, 'events')
  const waiting: RuntimeEvent[] = []
  let wake = () => {}
  const take = (event: RuntimeEvent) => {
    const container = find(state, event.name)
    if (container && carries(container.settings.labels, label)) waiting.push(event)
    wake()
  }
  const end = () => wake()
  state.listeners.add(take)
  signal.addEventListener('abort', end, { once: true })
  try {
    while (!signal.aborted) {
      if (!state.reachable) throw engineUnreachable(new Error('connection lost'))
      yield* waiting.splice(0)
      await new Promise<void>((resolve) => {
        wake = resolve
        if (waiting.length > 0 || signal.aborted || !state.reachable) resolve()
      })
    }
  } finally {
    state.listeners.delete(take)
    signal.removeEventListener('abort', end)
  }
}

/** `name` matches any value, `name=value` only that one. */
function carries(labels: Record<string, string>, label: string): boolean {
  const [name = '', value] = label.split('=')
  return value === undefined ? name in labels : labels[name] === value
}

function tagged(image: string): string {
  return image.lastIndexOf(':') > image.lastIndexOf('/') ? image : `${image}:latest`
}

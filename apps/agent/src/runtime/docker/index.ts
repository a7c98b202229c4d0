import { connect } from 'node:net'
import type { Duplex } from 'node:stream'
import type { Clock } from '@gridloom/async/clock'
import { type CpuLayout, readCpuLayout } from '../../host/cpu-layout.ts'
import type { Execute } from '../../host/execute.ts'
import type { ContainerRuntime } from '../port.ts'
import { createBoundedContainers } from './bounded-containers.ts'
import { commitContainer } from './commit-container.ts'
import * as containers from './containers.ts'
import { dialFramed } from './dial-framed.ts'
import type { EngineAddress } from './engine-address.ts'
import { createEngineApi, type EngineApi } from './engine-api.ts'
import { EngineHost, EngineVersion } from './engine-shapes.ts'
import { readEvents, wasSignalled } from './events.ts'
import { startExec, startTerminal } from './exec.ts'
import { createHelpers } from './helpers.ts'
import { imageBytes, imageId, importImage, removeImage } from './images.ts'
import { createLayers } from './layers/index.ts'
import { readContainerLogs } from './logs.ts'
import {
  createNetwork,
  labelledNetworks,
  listNetworks,
  rejoinNetwork,
  removeNetwork,
} from './networks.ts'
import { createPauseContainers } from './pause-containers.ts'
import { pauseProgram } from './pause-program.ts'
import { probeEngine } from './probe.ts'
import { pullImage, requirePlatform } from './pull-image.ts'
import { readArchive } from './read-archive.ts'
import { createSeccompOption } from './seccomp/option.ts'
import { hangUpLeftSessions, openSession } from './session.ts'
import { readSocketTables } from './socket-tables.ts'
import { createVolumeDisks } from './volume-disks.ts'
import { createVolumes } from './volumes.ts'

export interface DockerOptions {
  clock: Clock
  execute: Execute
  /** Marks the disks of this agent's containers. */
  owner: string
  /** The agent's own folder, for files that an engine reads. */
  dataDir: string
}

/** Creates the runtime port over the Docker Engine API, for Docker and for Podman's socket. */
export function createDockerRuntime(
  address: EngineAddress,
  { clock, execute, owner, dataDir }: DockerOptions,
): ContainerRuntime {
  const api = createEngineApi(address)
  const isLocal = address.kind === 'socket' && localSockets.includes(address.path)
  const isRoot = process.getuid?.() === 0
  const { platform } = process
  const search = { clock, execute, owner, isLocal, isRoot, platform }
  const seccomp = createSeccompOption(api, dataDir)
  const making = new Map<string, Promise<void>>()
  const networkMade = async (network: string) => making.get(network)
  const around = { search, clock, seccomp, networkMade }
  const { support, localDisks, ensureDisk, ...bounded } = createBoundedContainers(api, around)
  const pauses = createPauseContainers(api, { localDisks, program: pauseProgram(process.arch) })
  const layers = createLayers(api, { execute, isReachable: isLocal && isRoot })
  const execIn = (name: string, command: string[], signal: AbortSignal) => {
    const settings = { command, stdin: undefined }
    return startExec(api, { name, settings, sleep: clock.sleep, signal })
  }
  return {
    kind: 'docker',
    isLocal,
    ...bounded,
    probe: async (signal) => {
      const [facts, disks] = await Promise.all([probeEngine(api, signal), support(signal)])
      if (disks.kind === 'bounded') {
        return { ...facts, engine: { ...facts.engine, disk_quota: true }, diskObstacle: undefined }
      }
      const engine = { ...facts.engine, disk_quota: false }
      const gaps = [...facts.gaps, 'disk_limit' as const]
      return { ...facts, engine, gaps, diskObstacle: disks.reason }
    },
    imageId: (image, signal) => imageId(api, image, signal),
    imageBytes: (image, signal) => imageBytes(api, image, signal),
    removeImage: (image, signal) => removeImage(api, image, signal),
    pullImage: (pull, onProgress, signal) => pullImage(api, pull, { onProgress, signal }),
    requirePlatform: (image, signal) => requirePlatform(api, image, signal),
    importImage: (archive, signal) => importImage(api, archive, signal),
    commitContainer: (commit, signal) => commitContainer({ api, layers }, commit, signal),
    createNetwork: (network, signal) => {
      const made = createNetwork(api, network, signal).then(() => pauses.ensure(network, signal))
      making.set(network.name, made)
      return made.finally(() => making.delete(network.name))
    },
    listNetworks: (label, signal) => listNetworks(api, label, signal),
    labelledNetworks: (label, signal) => labelledNetworks(api, label, signal),
    rejoinNetwork: async (container, network, signal) => {
      const found = await containers.inspectRaw(api, container, signal)
      // The pause container was connected again when the network was created.
      if (found !== undefined && containers.joinedContainer(found) !== undefined) return
      await rejoinNetwork(api, { container, network, signal })
    },
    removeNetwork: async (name, signal) => {
      await pauses.remove(name, signal)
      await removeNetwork(api, name, signal)
    },
    cpuLayout: (signal) => (isLocal ? bindableCpus(api, signal) : Promise.resolve([])),
    bindCpus: (name, cpus, signal) => containers.bindCpus(api, { name, cpus, signal }),
    stopContainer: (name, graceS, signal) =>
      containers.stopContainer(api, { name, graceS, signal }),
    terminate: (name, signal) => containers.terminate(api, name, signal),
    inspectContainer: (name, signal) => containers.inspectContainer(api, name, signal),
    wasSignalled: (ended, signal) => wasSignalled(api, ended, signal),
    listContainers: (label, signal) => containers.listContainers(api, label, signal),
    hasPath: (name, path, signal) => containers.hasPath(api, { name, path }, signal),
    readArchive: (name, path, signal) => readArchive(api, { name, path, signal }),
    readUsage: (name, signal) => containers.readUsage(api, name, signal),
    logs: (name, selection, signal) => readContainerLogs(api, { name, selection, signal }),
    exec: (name, settings, signal) =>
      startExec(api, { name, settings, sleep: clock.sleep, signal }),
    openTerminal: (name, settings) => startTerminal(api, { name, settings, sleep: clock.sleep }),
    openSession: (name, settings, signal) =>
      openSession(api, { name, settings, sleep: clock.sleep, signal }),
    hangUpSessions: (name, isKept, signal) =>
      hangUpLeftSessions(api, { name, isKept, sleep: clock.sleep, signal }),
    dial: async (name, port, signal) =>
      dialAddress(await containers.containerAddress(api, name, signal), port, signal),
    dialFramed: async (name, port, signal) =>
      dialFramed({ host: await containers.containerAddress(api, name, signal), port }, signal),
    address: (name, signal) => containers.containerAddress(api, name, signal),
    socketTables: (name, signal) =>
      readSocketTables(
        { api, isLocal, exec: (command) => execIn(name, command, signal) },
        name,
        signal,
      ),
    volumes: createVolumes({ api, clock }),
    volumeDisks: createVolumeDisks(support),
    layers,
    helpers: createHelpers(api, { isReachable: isLocal && isRoot, execute, ensureDisk, support }),
    architecture: (signal) => readArchitecture(api, signal),
    events: (label, signal) => readEvents(api, label, signal),
  }
}

/** Returns the CPUs of this machine if the engine binds containers to CPUs and has the same ones. */
async function bindableCpus(api: EngineApi, signal: AbortSignal): Promise<CpuLayout> {
  const [answer, layout] = await Promise.all([
    api.json({ method: 'GET', path: '/info', signal }),
    readCpuLayout(),
  ])
  const { CPUSet, NCPU } = EngineHost.parse(answer)
  return CPUSet === true && NCPU === layout.flat(2).length ? layout : []
}

/** What Node.js calls the processors that Go, and so the engine, names otherwise. */
const nodeArchitectures: Readonly<Record<string, string>> = { amd64: 'x64', arm64: 'arm64' }

async function readArchitecture(api: EngineApi, signal: AbortSignal): Promise<string | undefined> {
  const version = await api.json({ method: 'GET', path: '/version', signal })
  return nodeArchitectures[EngineVersion.parse(version).Arch ?? '']
}

/** The paths of Docker's own socket. */
const localSockets = ['/var/run/docker.sock', '/run/docker.sock', '/run/snap.docker/docker.sock']

function dialAddress(host: string, port: number, signal: AbortSignal): Promise<Duplex> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host, port, allowHalfOpen: true })
    const giveUp = () => socket.destroy(new Error(`no answer from port ${port}`))
    signal.addEventListener('abort', giveUp, { once: true })
    socket.once('error', reject)
    socket.once('connect', () => {
      signal.removeEventListener('abort', giveUp)
      socket.removeListener('error', reject)
      resolve(socket)
    })
  })
}

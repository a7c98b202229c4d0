import { connect } from 'node:net'
import type { Duplex } from 'node:stream'
import type { Clock } from '../../host/clock.ts'
import type { ContainerRuntime } from '../port.ts'
import * as containers from './containers.ts'
import { createEngineApi, type EngineAddress } from './engine-api.ts'
import { readEvents } from './events.ts'
import { startExec, startTerminal } from './exec.ts'
import { holdsImage, importImage, pullImage } from './images.ts'
import { readLogs } from './logs.ts'
import { createNetwork, listNetworks, rejoinNetwork, removeNetwork } from './networks.ts'
import { writePrivate } from './private-files.ts'
import { probeEngine } from './probe.ts'

/** The runtime port over the Docker Engine API, for Docker and for Podman's socket. */
export function createDockerRuntime(address: EngineAddress, clock: Clock): ContainerRuntime {
  const api = createEngineApi(address)
  return {
    kind: 'docker',
    probe: (signal) => probeEngine(api, signal),
    holdsImage: (image, signal) => holdsImage(api, image, signal),
    pullImage: (image, onProgress, signal) => pullImage(api, { image, onProgress, signal }),
    importImage: (archive, signal) => importImage(api, archive, signal),
    createNetwork: (network, signal) => createNetwork(api, network, signal),
    listNetworks: (label, signal) => listNetworks(api, label, signal),
    rejoinNetwork: (container, network, signal) =>
      rejoinNetwork(api, { container, network, signal }),
    removeNetwork: (name, signal) => removeNetwork(api, name, signal),
    createContainer: (settings, signal) => containers.createContainer(api, settings, signal),
    startContainer: (name, signal) => containers.startContainer(api, name, signal),
    writePrivate: (name, files, signal) => writePrivate(api, { ...files, name, signal }),
    stopContainer: (name, graceS, signal) =>
      containers.stopContainer(api, { name, graceS, signal }),
    removeContainer: (name, signal) => containers.removeContainer(api, name, signal),
    inspectContainer: (name, signal) => containers.inspectContainer(api, name, signal),
    listContainers: (label, signal) => containers.listContainers(api, label, signal),
    hasPath: (name, path, signal) => containers.hasPath(api, { name, path }, signal),
    writtenBytes: (name, signal) => containers.writtenBytes(api, name, signal),
    readUsage: (name, signal) => containers.readUsage(api, name, signal),
    logs: (name, selection, signal) => readLogs(api, { name, selection, signal }),
    exec: (name, settings, signal) =>
      startExec(api, { name, settings, sleep: clock.sleep, signal }),
    openTerminal: (name, settings) => startTerminal(api, { name, settings, sleep: clock.sleep }),
    dial: async (name, port, signal) =>
      dialAddress(await containers.addressOf(api, name, signal), port, signal),
    events: (label, signal) => readEvents(api, label, signal),
  }
}

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

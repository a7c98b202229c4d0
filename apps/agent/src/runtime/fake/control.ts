import type { Duplex } from 'node:stream'
import type { InstanceId } from '@gridloom/contract/core/ids'
import type { LogLine } from '@gridloom/contract/instances/logs'
import type {
  ContainerRuntime,
  ContainerUsage,
  EngineSpace,
  PullLogin,
  RuntimeEvent,
} from '../port.ts'
import { type FakeContainer, type FakeWorld, finish, pushText } from './container.ts'

/** The state of the fake engine. */
export interface FakeState {
  containers: Map<string, FakeContainer>
  networks: Map<string, Record<string, string>>
  images: Set<string>
  /** Labels of volumes by their names. */
  volumes: Map<string, Record<string, string>>
  /** Names and sizes of volumes. */
  volumeDisks: Map<string, number>
  /** The logins that private images need. */
  logins: Map<string, PullLogin>
  /** The errors that the next uses of a call throw. */
  failures: Map<string, Error[]>
  listeners: Set<(event: RuntimeEvent) => void>
  reachable: boolean
  space: EngineSpace | undefined
}

/** The controls of a test over the fake: events on the machine or in its programs. */
export interface FakeControl {
  /** Makes the next use of this call throw. */
  failNext(call: keyof ContainerRuntime, failure: Error): void
  /** Makes the engine unreachable or reachable again; containers keep running. */
  setReachable(reachability: 'reachable' | 'away'): void
  pushLog(id: InstanceId, text: string, stream?: LogLine['stream']): void
  /** Ends the container's program by itself. */
  exit(id: InstanceId, exitCode: number): void
  /** Has the engine end the container's program with a signal. */
  endBySignal(id: InstanceId, exitCode: number): void
  runOutOfMemory(id: InstanceId): void
  /** Kills and deletes the container from outside, as `docker rm -f` does. */
  removeByHand(id: InstanceId): void
  setWrittenBytes(id: InstanceId, bytes: number): void
  /** Sets the space of the machine's disk. */
  setSpace(space: EngineSpace): void
  setUsage(id: InstanceId, usage: Partial<ContainerUsage>): void
  /** Starts a listener on a port inside the container. */
  serve(id: InstanceId, port: number, answer: (connection: Duplex) => void): void
  forgetImage(image: string): void
  /** Makes an image private: its registry gives it to this login alone. */
  requireLogin(image: string, login: PullLogin): void
  /** Makes it public again. */
  publishImage(image: string): void
  /** Returns the text of a file that was written into a container from outside; `undefined` if there is none. */
  fileText(id: InstanceId, path: string): string | undefined
  containerNames(): string[]
  networkNames(): string[]
}

export function createControl(state: FakeState, world: FakeWorld): FakeControl {
  const get = (id: InstanceId): FakeContainer => {
    const container = state.containers.get(`gridloom-${id}`)
    if (container === undefined) throw new Error(`the fake has no container for ${id}`)
    return container
  }
  return {
    failNext: (call, failure) => {
      state.failures.set(call, [...(state.failures.get(call) ?? []), failure])
    },
    setReachable: (reachability) => {
      state.reachable = reachability === 'reachable'
      // An event without a container wakes the listeners, so that they notice.
      world.emit({ kind: 'exited', name: '' })
    },
    pushLog: (id, text, stream = 'stdout') => pushText(world, get(id), { stream, text }),
    exit: (id, exitCode) => finish(world, get(id), { exitCode }),
    endBySignal: (id, exitCode) => finish(world, get(id), { exitCode, signalled: true }),
    runOutOfMemory: (id) => finish(world, get(id), { exitCode: 137, outOfMemory: true }),
    removeByHand: (id) => {
      const container = get(id)
      finish(world, container, { exitCode: 137 })
      state.containers.delete(container.settings.name)
    },
    setWrittenBytes: (id, bytes) => {
      get(id).writtenBytes = bytes
    },
    setSpace: (space) => {
      state.space = space
    },
    setUsage: (id, usage) => {
      const container = get(id)
      container.usage = { ...container.usage, ...usage }
    },
    serve: (id, port, answer) => void get(id).servers.set(port, answer),
    forgetImage: (image) => void state.images.delete(image),
    requireLogin: (image, login) => void state.logins.set(image, login),
    publishImage: (image) => void state.logins.delete(image),
    fileText: (id, path) => get(id).files.get(path),
    containerNames: () => [...state.containers.keys()],
    networkNames: () => [...state.networks.keys()],
  }
}

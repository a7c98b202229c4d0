import type { Duplex } from 'node:stream'
import type { InstanceId } from '@gridloom/contract/core/ids'
import type { LogLine } from '@gridloom/contract/instances/logs'
import type { ContainerRuntime, ContainerUsage, EngineSpace, RuntimeEvent } from '../port.ts'
import { type FakeContainer, type FakeWorld, finish, pushText } from './container.ts'

/** Everything the fake engine holds. */
export interface FakeState {
  containers: Map<string, FakeContainer>
  networks: Map<string, Record<string, string>>
  images: Set<string>
  /** Per call, what its next uses throw. */
  failures: Map<string, Error[]>
  listeners: Set<(event: RuntimeEvent) => void>
  reachable: boolean
  space: EngineSpace | undefined
}

/** What a test does to the fake from outside, as a machine, a program or bad luck would. */
export interface FakeControl {
  /** The next use of this call throws. */
  failNext(call: keyof ContainerRuntime, failure: Error): void
  /** The engine goes away or comes back; containers run on. */
  setReachable(reachability: 'reachable' | 'away'): void
  pushLog(id: InstanceId, text: string, stream?: LogLine['stream']): void
  /** The container's program ends by itself. */
  exit(id: InstanceId, exitCode: number): void
  runOutOfMemory(id: InstanceId): void
  /** Somebody else kills the container and deletes it, as `docker rm -f` does. */
  removeByHand(id: InstanceId): void
  setWrittenBytes(id: InstanceId, bytes: number): void
  /** What the disk of the machine has. */
  setSpace(space: EngineSpace): void
  setUsage(id: InstanceId, usage: Partial<ContainerUsage>): void
  /** Something inside listens on a port. */
  serve(id: InstanceId, port: number, answer: (connection: Duplex) => void): void
  forgetImage(image: string): void
  /** What was written into a container from outside; nothing where no such file was. */
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
      // An event that belongs to nothing wakes those who listen, so that they notice.
      world.emit({ kind: 'exited', name: '' })
    },
    pushLog: (id, text, stream = 'stdout') => pushText(world, get(id), { stream, text }),
    exit: (id, exitCode) => finish(world, get(id), { exitCode }),
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
    fileText: (id, path) => get(id).files.get(path),
    containerNames: () => [...state.containers.keys()],
    networkNames: () => [...state.networks.keys()],
  }
}

import { randomBytes } from 'node:crypto'
import type { Duplex } from 'node:stream'
import type { Clock } from '@gridloom/async/clock'
import type { LogLine } from '@gridloom/contract/instances/logs'
import type { ContainerFacts, ContainerSettings, ContainerUsage, RuntimeEvent } from '../port.ts'
import { runFakeScript } from './shell.ts'

/** A container that is only a record. `run` is replaced at every start and aborted at every end. */
export interface FakeContainer {
  settings: ContainerSettings
  facts: ContainerFacts
  lines: LogLine[]
  paths: Set<string>
  /** Files that were written into it from outside, by path. */
  files: Map<string, string>
  writtenBytes: number
  /** Free space on its disk, if that is bounded. */
  freeBytes: number | undefined
  usage: ContainerUsage
  servers: Map<number, (connection: Duplex) => void>
  run: AbortController
  /** Called at every new line and at the end. */
  watchers: Set<() => void>
  /** Whether its last end was caused by the engine. */
  signalled: boolean
}

/** The clock and the event sink that all containers share. */
export interface FakeWorld {
  clock: Clock
  emit(event: RuntimeEvent): void
}

export function newContainer(settings: ContainerSettings): FakeContainer {
  return {
    settings,
    facts: {
      containerId: randomBytes(32).toString('hex'),
      name: settings.name,
      labels: settings.labels,
      cpus: settings.cpus ?? [],
      state: 'created',
      isOffline: false,
      startedAt: null,
      finishedAt: null,
      exitCode: null,
      outOfMemory: false,
    },
    lines: [],
    paths: new Set(Object.keys(settings.programs)),
    files: new Map(),
    writtenBytes: 0,
    freeBytes: undefined,
    usage: {
      cpuNs: 0,
      memoryBytes: 0,
      memoryLimitBytes: settings.memoryBytes,
      rxBytes: 0,
      txBytes: 0,
      readBytes: 0,
      writtenBytes: 0,
    },
    servers: new Map(),
    run: new AbortController(),
    watchers: new Set(),
    signalled: false,
  }
}

export function begin(world: FakeWorld, container: FakeContainer): void {
  if (container.facts.state === 'running') return
  const startedAt = nanoseconds(world.clock.now())
  const fresh = { startedAt, finishedAt: null, exitCode: null, outOfMemory: false } as const
  container.facts = { ...container.facts, ...fresh, state: 'running' }
  container.run = new AbortController()
  world.emit({ kind: 'started', name: container.settings.name })
  void runPrograms(world, container)
}

/** Runs the start program as the wrapper in a real container does: a failure ends it, a success is marked. */
async function runPrograms(world: FakeWorld, container: FakeContainer): Promise<void> {
  const { signal } = container.run
  for (const [path, text] of Object.entries(container.settings.programs)) {
    const io = {
      stdin: '',
      settings: container.settings,
      clock: world.clock,
      signal,
      write: (stream: LogLine['stream'], said: string) =>
        pushText(world, container, { stream, text: said }),
    }
    try {
      const exitCode = await runFakeScript(text, io)
      if (signal.aborted) return
      if (exitCode !== 0) return finish(world, container, { exitCode })
      container.paths.add(path.replace(/[^/]*$/, 'started'))
    } catch {
      // @NOTE the container ended while its program slept
      return
    }
  }
}

export function finish(
  world: FakeWorld,
  container: FakeContainer,
  end: { exitCode: number; outOfMemory?: boolean; signalled?: boolean },
): void {
  if (container.facts.state !== 'running') return
  const outOfMemory = end.outOfMemory ?? false
  const finishedAt = nanoseconds(world.clock.now())
  container.facts = {
    ...container.facts,
    state: 'exited',
    finishedAt,
    exitCode: end.exitCode,
    outOfMemory,
  }
  container.signalled = end.signalled ?? false
  container.run.abort()
  for (const watcher of container.watchers) watcher()
  const { name } = container.settings
  if (outOfMemory) world.emit({ kind: 'out_of_memory', name })
  world.emit({ kind: 'exited', name })
}

/** Writes text to the log, with one entry per line. */
export function pushText(
  world: FakeWorld,
  container: FakeContainer,
  { stream, text }: { stream: LogLine['stream']; text: string },
): void {
  for (const line of text.replace(/\n$/, '').split('\n')) {
    container.lines.push({ at: nextStamp(world, container), stream, text: line })
  }
  for (const watcher of container.watchers) watcher()
}

/** Returns the time with nanoseconds that grow within a millisecond, so that no two lines share a timestamp. */
function nextStamp(world: FakeWorld, container: FakeContainer): string {
  const count = container.lines.length % 1_000_000
  return world.clock
    .now()
    .toISOString()
    .replace('Z', `${String(count).padStart(6, '0')}Z`)
}

function nanoseconds(at: Date): string {
  return at.toISOString().replace('Z', '000000Z')
}

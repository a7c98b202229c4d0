import { type Duplex, PassThrough } from 'node:stream'
import type { ExecMessage, InstanceReport, InstanceSpec } from '@gridloom/contract/agent/protocol'
import type { InstanceId } from '@gridloom/contract/core/ids'
import type { LogLine } from '@gridloom/contract/instances/logs'
import type { ReportedSample } from '@gridloom/contract/instances/metrics'
import type {
  AttachedTerminal,
  InstanceManager,
  LogSelection,
} from '../src/instances/instance-manager.ts'
import type { InstanceSessions } from '../src/instances/sessions/instance-sessions.ts'
import type { InstanceSnapshots } from '../src/instances/snapshots/index.ts'
import type { InstanceVolumes } from '../src/instances/volumes/index.ts'
import { AgentRefused } from '../src/refused.ts'

/** Methods that a test replaces in the fake. */
export interface FakeManagerOverrides {
  logs: (id: InstanceId, selection: LogSelection, signal: AbortSignal) => AsyncIterable<LogLine>
  exec: (id: InstanceId) => AsyncIterable<ExecMessage>
  openTerminal: () => Promise<AttachedTerminal>
  dial: (id: InstanceId, port: number, signal: AbortSignal) => Promise<Duplex>
  sampleMetrics: () => Promise<{ instance_id: InstanceId; sample: ReportedSample }[]>
  sessions: Partial<InstanceSessions>
}

const refuse = () => Promise.reject(new AgentRefused('not_found', 'There is no such session.'))

const noSessions: InstanceSessions = {
  open: refuse,
  resize: refuse,
  signal: refuse,
  listen: async function* () {
    yield await refuse()
  },
  accept: refuse,
  sshServer: refuse,
}

const noSnapshots: InstanceSnapshots = {
  captures: {
    capture: refuse,
    manifest: () => ({ open: () => new PassThrough() }),
    piece: () => ({ open: () => new PassThrough() }),
    forget: async () => undefined,
    begin: async () => undefined,
    end: async () => undefined,
  },
  restores: { open: refuse, receive: refuse },
  isSupported: async () => false,
}

const noVolumes: InstanceVolumes = {
  isSupported: async () => false,
  create: refuse,
  list: async () => [],
  openSession: refuse,
  remove: async () => undefined,
}

/** An instance manager without an engine: it records its specs, and the test controls its reports. */
export interface FakeManager extends InstanceManager {
  readonly applied: InstanceSpec[]
  readonly sizes: { columns: number; rows: number }[]
  readonly calls: string[]
  /** Sets a report, as reconciling would, and notifies listeners. */
  put(report: InstanceReport): void
}

export function createFakeManager(parts: Partial<FakeManagerOverrides> = {}): FakeManager {
  const held = new Map<InstanceId, InstanceReport>()
  const listeners = new Set<(report: InstanceReport) => void>()
  const applied: InstanceSpec[] = []
  const sizes: { columns: number; rows: number }[] = []
  const calls: string[] = []

  function mustHold(id: InstanceId): void {
    if (!held.has(id)) throw new AgentRefused('not_found', 'This machine holds no such instance.')
  }

  return {
    applied,
    sizes,
    calls,
    put: (report) => {
      held.set(report.instance_id, report)
      for (const listener of listeners) listener(report)
    },
    adopt: async () => void calls.push('adopt'),
    apply: (spec) => void applied.push(spec),
    sync: (specs) => {
      const named = new Set(specs.map((spec) => spec.instance_id))
      return { unknown: [...held.keys()].filter((id) => !named.has(id)) }
    },
    reports: () => [...held.values()],
    sampleMetrics: parts.sampleMetrics ?? (async () => []),
    onChange: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    logs: async function* (id, selection, signal) {
      mustHold(id)
      yield* parts.logs?.(id, selection, signal) ?? []
    },
    exec: async function* (id) {
      mustHold(id)
      yield* parts.exec?.(id) ?? []
    },
    openTerminal: async (id) => {
      mustHold(id)
      return parts.openTerminal?.() ?? aTerminal()
    },
    resizeTerminal: async (_id, _terminal, size) => void sizes.push(size),
    readStopped: async (id) => {
      mustHold(id)
      return undefined
    },
    openStopped: async ({ id }) => {
      mustHold(id)
      throw new AgentRefused('state_conflict', 'Its instances have no disks.')
    },
    dial: async (id, port, signal) => {
      mustHold(id)
      return parts.dial?.(id, port, signal) ?? new PassThrough()
    },
    listening: async (id) => {
      mustHold(id)
      return []
    },
    sessions: { ...noSessions, ...parts.sessions },
    snapshots: noSnapshots,
    volumes: noVolumes,
    prepared: { set: () => [] },
    clusters: {
      open: () => {
        throw new AgentRefused('state_conflict', 'The instance is of no cluster.')
      },
      isSupported: async () => false,
    },
    isolation: () => ({ kind: 'full' }),
    onIsolationChange: () => () => undefined,
    sealKey: async () => 'A'.repeat(43),
    [Symbol.asyncDispose]: async () => void calls.push('dispose'),
  }
}

/** A terminal that echoes its input. */
export function aTerminal(changes: Partial<AttachedTerminal> = {}): AttachedTerminal {
  return { stream: new PassThrough(), resumed: false, exitCode: async () => null, ...changes }
}

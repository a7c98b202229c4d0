import type { Duplex } from 'node:stream'
import { withDeadline } from '@gridloom/async/deadline'
import type { ClusterPlace } from '@gridloom/contract/clusters/network'
import type { ClusterId, InstanceId } from '@gridloom/contract/core/ids'
import { AgentRefused } from '../../refused.ts'
import { RuntimeFailure } from '../../runtime/failure.ts'
import { labelNames } from '../names.ts'
import type { InstanceRecord } from '../record.ts'
import type { Clusters } from './clusters.ts'
import { type ClusterContext, helperName, nameOfHelper } from './context.ts'
import { createMembership, type Membership } from './membership.ts'
import { createUplink } from './uplink.ts'

const lookEveryMs = 5_000
const callLimitMs = 60_000

/** The networks of clusters as the control plane calls them. */
export interface InstanceClusters {
  /**
   * Opens the way of an instance to nodes on other machines, in place of the one before.
   * @throws AgentRefused `state_conflict` unless it is connected, in this cluster
   */
  open(id: InstanceId, cluster: ClusterId): Duplex
  /** Whether instances here can be nodes. */
  isSupported(): Promise<boolean>
}

export interface RunningClusters extends Clusters, InstanceClusters {
  /** Connects the instances that an earlier agent left running, and removes helpers of others. */
  begin(records: readonly InstanceRecord[], signal: AbortSignal): Promise<void>
  end(): void
}

export function createClusters(context: ClusterContext): RunningClusters {
  const { runtime, clock, log } = context
  const life = new AbortController()
  const members = new Map<string, Membership>()
  /** Ranks that ran on this machine and run no more, by cluster. */
  const left = new Set<string>()
  const stop = clock.every(lookEveryMs, () => {
    for (const member of members.values()) void member.look(life.signal)
  })

  function neighbour(place: ClusterPlace, rank: number) {
    for (const { record, node } of members.values()) {
      const { cluster } = record.spec
      if (cluster?.id === place.id && cluster.rank === rank) return node
    }
    return left.has(placeKey(place.id, rank)) ? ('left' as const) : undefined
  }

  async function connect(record: InstanceRecord, signal: AbortSignal): Promise<void> {
    const place = record.spec.cluster
    // The containers of the fake engine have no network.
    if (place === null || runtime.kind === 'fake') return
    const before = members.get(record.container)
    if (before?.isOf(record)) return before.connect(signal)
    before?.close()
    const options = { context, record, place, neighbour: (rank: number) => neighbour(place, rank) }
    const member = createMembership(options)
    members.set(record.container, member)
    left.delete(placeKey(place.id, place.rank))
    try {
      await member.connect(signal)
    } catch (cause) {
      forget(record, member)
      throw failureOf(cause)
    }
  }

  function forget(record: InstanceRecord, member: Membership): void {
    if (members.get(record.container) !== member) return
    members.delete(record.container)
    member.close()
    const place = record.spec.cluster
    if (place === null) return
    left.add(placeKey(place.id, place.rank))
    for (const other of members.values())
      if (other.record.spec.cluster?.id === place.id) other.node.lose(place.rank)
  }

  async function disconnect(record: InstanceRecord, signal: AbortSignal): Promise<void> {
    if (record.spec.cluster === null) return
    const member = members.get(record.container)
    if (member !== undefined) forget(record, member)
    // One that was being started would outlive its instance.
    await member?.settled()
    await runtime.helpers.remove(helperName(record), signal)
    const isGone = record.spec.desired === 'destroyed'
    if (isGone) left.delete(placeKey(record.spec.cluster.id, record.spec.cluster.rank))
  }

  async function begin(records: readonly InstanceRecord[], signal: AbortSignal): Promise<void> {
    const running = records.filter(({ containerState }) => containerState === 'running')
    const kept = new Set(running.map(helperName))
    const label = `${labelNames.agent}=${context.owner}`
    for (const { id, labels } of await runtime.helpers.list(label, signal)) {
      const name = nameOfHelper(labels)
      if (name !== undefined && !kept.has(name)) await runtime.helpers.remove(id, signal)
    }
    const connected = running.map(async (record) => {
      try {
        await withDeadline(clock, { ms: callLimitMs, signal }, (limited) =>
          connect(record, limited),
        )
      } catch (cause) {
        if (!signal.aborted)
          log.warn(
            { event: 'cluster.connect_failed', err: cause, instance: record.container },
            'an instance could not be connected to its cluster again',
          )
      }
    })
    await Promise.all(connected)
  }

  function open(id: InstanceId, cluster: ClusterId): Duplex {
    const member = [...members.values()].find(({ record }) => record.spec.instance_id === id)
    if (member?.record.spec.cluster?.id !== cluster)
      throw new AgentRefused('state_conflict', 'The instance is not connected to this cluster.')
    const { node } = member
    const uplink = createUplink({
      onPacket: node.fromOutside,
      onReachable: (ranks) => void (node.uplink() === uplink && node.setReachable(ranks)),
      onEnd: () => void (node.uplink() === uplink && node.use(undefined)),
    })
    const before = node.uplink()
    node.use(uplink)
    before?.close()
    return uplink.stream
  }

  return {
    connect,
    disconnect,
    open,
    isSupported: async () => (await runtime.helpers.obstacle()) === undefined,
    begin,
    end: () => {
      stop()
      life.abort()
      for (const member of members.values()) member.close()
    },
  }
}

function placeKey(cluster: ClusterId, rank: number): string {
  return `${cluster} ${rank}`
}

function failureOf(cause: unknown): unknown {
  if (cause instanceof RuntimeFailure) return cause
  const text = 'The instance could not be connected to the network of its cluster.'
  return new RuntimeFailure('start_failed', text, { retry: 'later', cause })
}

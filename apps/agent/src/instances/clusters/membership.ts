import { withDeadline } from '@gridloom/async/deadline'
import type { ClusterPlace } from '@gridloom/contract/clusters/network'
import { headerOf, rankAddress } from '@gridloom/domain/clusters/packets'
import type { InstanceRecord } from '../record.ts'
import { type ClusterContext, helperLabels, helperName } from './context.ts'
import { helperCommand } from './helper-words.ts'
import { type ClusterNode, createClusterNode, type NodeOptions } from './node.ts'
import { echoPacket } from './segments.ts'
import { openWire, type Wire } from './wire.ts'

/** The agent itself, as instances see it: an address of the network that no rank has. */
const agentAddress = rankAddress(29)
const connectLimitMs = 20_000
const echoEveryMs = 50
/** Echoes are sent every few seconds; a helper that answers none of several has ended. */
const silentMs = 20_000

/** One start of an instance, connected to its cluster by a helper. */
export interface Membership {
  readonly record: InstanceRecord
  readonly node: ClusterNode
  /** Whether it was made for the current start of this instance. */
  isOf(record: InstanceRecord): boolean
  connect(signal: AbortSignal): Promise<void>
  /** Resolves when no connection is being made. Never rejects. */
  settled(): Promise<void>
  /** Sends an echo request, and starts a helper that has ended again. Never rejects. */
  look(signal: AbortSignal): Promise<void>
  close(): void
}

export interface MembershipOptions {
  context: ClusterContext
  record: InstanceRecord
  place: ClusterPlace
  neighbour: NodeOptions['neighbour']
}

export function createMembership(options: MembershipOptions): Membership {
  const { context, record, place, neighbour } = options
  const { runtime, clock, log } = context
  const { startedAt } = record
  const echo = echoPacket({ source: agentAddress, destination: rankAddress(place.rank) })
  let wire: Wire | undefined
  let answeredAtMs: number | undefined
  let isClosed = false
  let connecting: Promise<void> | undefined
  const node = createClusterNode({
    ...{ place, clock, neighbour },
    deliver: (packet) => wire?.send(packet),
  })

  function take(packet: Buffer): void {
    answeredAtMs = clock.monotonicMs()
    if (headerOf(packet)?.destination !== agentAddress) node.fromInside(packet)
  }

  /** The helper has ended, unless it is being started: the next look starts another. */
  function notice(): void {
    if (connecting === undefined) answeredAtMs = undefined
  }

  async function connect(signal: AbortSignal): Promise<void> {
    if (connecting === undefined && answeredAtMs !== undefined) return
    connecting ??= withDeadline(clock, { ms: connectLimitMs, signal }, connectOnce).finally(() => {
      connecting = undefined
    })
    await connecting
  }

  async function connectOnce(signal: AbortSignal): Promise<void> {
    wire?.close()
    answeredAtMs = undefined
    const address = await runtime.address(record.container, signal)
    const opened = await openWire({ address, onPacket: take, onRefused: notice })
    wire = opened
    if (isClosed) opened.close()
    const { container } = record
    const labels = helperLabels(context, record)
    const command = helperCommand(place, opened)
    await runtime.helpers.start({ name: helperName(record), container, labels, command }, signal)
    while (answeredAtMs === undefined) {
      opened.send(echo)
      await clock.sleep(echoEveryMs, signal)
    }
  }

  async function look(signal: AbortSignal): Promise<void> {
    if (connecting !== undefined || isClosed) return
    wire?.send(echo)
    if (answeredAtMs !== undefined && clock.monotonicMs() - answeredAtMs < silentMs) return
    answeredAtMs = undefined
    try {
      log.warn(
        { event: 'cluster.helper_lost', instance: record.container },
        'an instance is connected to its cluster again',
      )
      await connect(signal)
    } catch (cause) {
      // @NOTE the next look retries
      if (!signal.aborted)
        log.warn(
          { event: 'cluster.connect_failed', err: cause, instance: record.container },
          'an instance could not be connected to its cluster',
        )
    }
  }

  return {
    record,
    node,
    isOf: (other) => other === record && other.startedAt === startedAt,
    connect,
    settled: async () => connecting?.catch(() => undefined),
    look,
    close: () => {
      isClosed = true
      wire?.close()
      node.close()
    },
  }
}

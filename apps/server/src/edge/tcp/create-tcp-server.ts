import type { Clock } from '@gridloom/async/clock'
import type { InstanceId } from '@gridloom/contract/core/ids'
import type { Log } from '../../platform/log.ts'
import type { Dial } from '../apps/apps-config.ts'
import { createTcpCounts, type TcpLimits, usualTcpLimits } from './connection-counts.ts'
import type { TcpAssignment, TcpControl } from './tcp-control.ts'
import { openTcpListener, type TcpListener } from './tcp-listener.ts'

/** The listening sockets of the public TCP ports that are open. Disposing it ends every connection. */
export interface TcpServer {
  /** Connections that are open. */
  open(): number
  /** Resolves when every change so far has been applied. */
  settled(): Promise<void>
  [Symbol.asyncDispose](): Promise<void>
}

interface TcpServerOptions {
  readonly control: TcpControl
  readonly dial: Dial
  readonly clock: Clock
  readonly log: Log
  /** The address to listen on. */
  readonly host: string
  readonly limits?: TcpLimits
}

/** Also without any change, in case one was missed; ports that were taken are tried again, too. */
const askEveryMs = 15_000
const retryMs = 1_000
/** Of the instances that are used: somebody is connected to them. */
const reportEveryMs = 20_000

/**
 * Listens on the ports that the control plane lists, from now on. A control plane that does not answer is asked again,
 * and changes nothing meanwhile.
 */
export function createTcpServer(options: TcpServerOptions): TcpServer {
  const { control, clock, log, limits = usualTcpLimits } = options
  const listeners = new Map<number, TcpListener>()
  const counts = createTcpCounts(limits)
  const used = new Set<InstanceId>()
  /** Instances of which a change is known, and not yet what it is. */
  const changed = new Set<InstanceId>()
  let isAllUnknown = false
  let asking: Promise<void> | undefined
  let isOver = false

  function ask(about: readonly InstanceId[] | 'all'): void {
    if (about === 'all') isAllUnknown = true
    else for (const one of about) changed.add(one)
    asking ??= askAll().finally(() => {
      asking = undefined
    })
  }

  async function askAll(): Promise<void> {
    while ((isAllUnknown || changed.size > 0) && !isOver) {
      const of = isAllUnknown ? 'all' : [...changed]
      isAllUnknown = false
      changed.clear()
      try {
        await apply(of, await control.list(of))
      } catch (error) {
        log.warn({ event: 'tcp_ports.read_failed', err: error }, 'TCP ports were not read')
        clock.after(retryMs, () => !isOver && ask(of))
        return
      }
    }
  }

  async function apply(
    of: readonly InstanceId[] | 'all',
    assignments: readonly TcpAssignment[],
  ): Promise<void> {
    const kept = new Set(assignments.map(({ tcpPort }) => tcpPort))
    for (const [tcpPort, listener] of listeners) {
      const isAsked = of === 'all' || of.includes(listener.assignment().instanceId)
      if (!isAsked || kept.has(tcpPort)) continue
      listeners.delete(tcpPort)
      await listener.close()
    }
    for (const assignment of assignments) {
      const listener = listeners.get(assignment.tcpPort)
      if (listener === undefined) await listen(assignment)
      else listener.update(assignment)
    }
  }

  async function listen(assignment: TcpAssignment): Promise<void> {
    const { tcpPort } = assignment
    try {
      const { dial, host } = options
      const noteUsed = ({ instanceId }: TcpAssignment) => void used.add(instanceId)
      const parts = { assignment, host, dial, counts, clock, used: noteUsed }
      listeners.set(tcpPort, await openTcpListener(parts))
    } catch (error) {
      log.error({ event: 'tcp_port.listen_failed', tcpPort, err: error }, 'a TCP port is taken')
    }
  }

  function reportUsed(): void {
    for (const listener of listeners.values())
      if (listener.connections() > 0) used.add(listener.assignment().instanceId)
    if (used.size === 0) return
    const ids = [...used]
    used.clear()
    control.used(ids).catch((error: unknown) =>
      // @NOTE those that are still open are told the next time.
      log.warn({ event: 'tcp_ports.tell_failed', err: error }, 'the use of ports was not told'),
    )
  }

  const stops = [
    control.subscribe(({ instanceId, mayBeNew }) => {
      const isKnown = [...listeners.values()].some(
        (listener) => listener.assignment().instanceId === instanceId,
      )
      if (mayBeNew || isKnown) ask([instanceId])
    }),
    clock.every(askEveryMs, () => ask('all')),
    clock.every(reportEveryMs, reportUsed),
  ]
  ask('all')
  return {
    open: () => [...listeners.values()].reduce((sum, one) => sum + one.connections(), 0),
    async settled() {
      while (asking !== undefined) await asking
    },
    async [Symbol.asyncDispose]() {
      isOver = true
      for (const stop of stops) stop()
      await asking
      await Promise.all([...listeners.values()].map((listener) => listener.close()))
    },
  }
}

import { pause } from '@gridloom/async/pause'
import type { EdgeCalls, EdgeOptions } from '../../edge/calls.ts'
import { followNetworks } from '../clusters/index.ts'
import { portAccessControl, tcpControl } from '../ports/index.ts'
import { controlPlaneCalls } from './control-plane-calls.ts'
import type { EdgeCtx } from './ctx.ts'
import { type EdgeProcess, forkEdge } from './edge-process.ts'

/** A process that ends at once must not be started in a loop. */
const restartAfterMs = 1_000

/** Keeps one edge process running until disposed of, and serves its calls. */
export function startEdge(ctx: EdgeCtx, options: EdgeOptions): AsyncDisposable {
  const stop = new AbortController()
  const { signal } = stop
  const running = keepRunning()

  async function keepRunning(): Promise<void> {
    while (!signal.aborted) {
      await runOnce().catch((error: unknown) =>
        ctx.log.error({ event: 'edge.start_failed', err: error }, 'the edge could not be started'),
      )
      ctx.edge.sshPort = null
      for (const { id } of ctx.sshLogins.all()) ctx.sshLogins.remove(id)
      await pause(ctx.clock, restartAfterMs, signal)
    }
  }

  async function runOnce(): Promise<void> {
    const { logLevel } = ctx.edge
    const sendMachine: EdgeProcess['sendMachine'] = (...sent) => edge.sendMachine(...sent)
    await using edge = forkEdge(controlPlaneCalls({ ctx, sendMachine, signal }), { logLevel })
    const stopped = new Promise<void>((resolve) => {
      signal.addEventListener('abort', () => resolve(), { once: true })
    })
    const { sshPort, appsPort } = await edge.calls.start(options)
    ctx.edge.sshPort = sshPort
    using _apps = serveAt(appsPort)
    using _access = followAccess(edge.calls)
    using _tcp = followTcp(edge.calls)
    using _clusters = followClusters(edge.calls)
    ctx.sshLogins.end = (logins, why) => {
      edge.calls.endLogins(logins, why).catch((error: unknown) => {
        ctx.log.warn({ event: 'ssh_logins.end_failed', err: error }, 'SSH logins were not ended')
      })
    }
    const ended = await Promise.race([edge.ended, stopped])
    if (ended !== undefined)
      ctx.log.error({ event: 'edge.crashed', ended }, 'the edge process ended')
  }

  function serveAt(port: number | null): Disposable {
    const host = options.apps?.host
    const withdraw =
      port === null || host === undefined ? () => {} : ctx.portAddresses.serveAt({ host, port })
    return { [Symbol.dispose]: withdraw }
  }

  function followAccess(edge: EdgeCalls): Disposable {
    const end = portAccessControl(ctx).subscribe((change) => {
      // @NOTE an edge that ends asks again when it has started.
      edge.accessChanged(change).catch(() => {})
    })
    return { [Symbol.dispose]: end }
  }

  function followTcp(edge: EdgeCalls): Disposable {
    const end = tcpControl(ctx).subscribe((change) => {
      // @NOTE as above.
      edge.tcpPortsChanged(change).catch(() => {})
    })
    return { [Symbol.dispose]: end }
  }

  function followClusters(edge: EdgeCalls): Disposable {
    const end = followNetworks(ctx, (networks) => {
      // @NOTE an edge that ends is told all of them when it has started.
      edge.connectClusters(networks).catch(() => {})
    })
    return { [Symbol.dispose]: end }
  }

  return {
    async [Symbol.asyncDispose]() {
      stop.abort()
      await running
    },
  }
}

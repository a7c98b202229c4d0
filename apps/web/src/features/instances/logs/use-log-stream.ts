import type { InstanceId } from '@gridloom/contract/core/ids'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { useClient } from '../../../api/runtime.tsx'
import { createLogBuffer, type LogView } from './log-buffer.ts'

/** The state of the log stream: connecting, open, reconnecting, ended, or refused. */
export type LogStreamState =
  | { readonly kind: 'opening' | 'open' | 'waiting' }
  | { readonly kind: 'ended'; readonly reason: 'stopped' | 'machine_offline' }
  | { readonly kind: 'failed'; readonly error: unknown }

interface LogQuery {
  readonly id: InstanceId
  /** RFC 3339; only lines at or after it are sent. */
  readonly since: string | undefined
  readonly search: string
}

const firstLines = 2_000

/** Follows an instance's log: the latest lines first, then each new one as it is written. */
export function useLogStream({ id, since, search }: LogQuery): {
  view: LogView
  state: LogStreamState
} {
  const client = useClient()
  const [buffer] = useState(() => createLogBuffer({ later: nextFrame }))
  const [state, setState] = useState<LogStreamState>({ kind: 'opening' })

  useEffect(() => {
    const stop = new AbortController()
    buffer.clear()
    setState({ kind: 'opening' })
    const query = { tail: firstLines, ...(since ? { since } : {}), ...(search ? { search } : {}) }
    async function follow(): Promise<void> {
      const events = client.instances.followLogs({
        params: { id },
        query,
        signal: stop.signal,
        onState: (kind) => setState({ kind }),
      })
      for await (const event of events) {
        if (event.event === 'line') buffer.push(event.data)
        else setState({ kind: 'ended', reason: event.data.reason })
      }
    }
    follow().catch((error: unknown) => setState({ kind: 'failed', error }))
    return () => stop.abort()
  }, [client, buffer, id, since, search])

  return { view: useSyncExternalStore(buffer.subscribe, buffer.view), state }
}

function nextFrame(notice: () => void): void {
  requestAnimationFrame(notice)
}

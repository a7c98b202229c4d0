import type { Duplex } from 'node:stream'
import type { Clock } from '@gridloom/async/clock'
import { ownConnection, ownConnectionIdleMs } from '@gridloom/contract/agent/protocol'
import type { Call } from './call.ts'
import type { RawStream } from './raw-streams.ts'

/** A connection for the bytes of one call alone, if its caller gave a ticket for one. */
export interface OwnDial {
  /** Resolves with the connection once it is there; `undefined` where there is none, or the answer can have none. */
  for(answer: RawStream, clock: Clock): Promise<Duplex | undefined>
  drop(): void
}

export function dialOwn({ headers, dialBytes }: Call): OwnDial {
  const { [ownConnection.ticket]: ticket } = headers
  const dialling = typeof ticket === 'string' ? dialBytes?.(ticket) : undefined
  const drop = () => void dialling?.then((own) => own?.destroy())
  return {
    async for({ idle }, clock) {
      if (idle === undefined) {
        drop()
        return undefined
      }
      const own = await dialling
      if (own !== undefined) keepAlive(own, idle, clock)
      return own
    },
    drop,
  }
}

/** Proxies end connections on which nothing moves, and the control plane one whose machine seems to be gone. */
function keepAlive(own: Duplex, idle: Buffer, clock: Clock): void {
  const stop = clock.every(ownConnectionIdleMs, () => {
    if (own.writable && own.writableLength === 0) own.write(idle)
  })
  own.once('close', stop).once('finish', stop)
}

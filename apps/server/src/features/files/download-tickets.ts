import type { Clock } from '@gridloom/async/clock'
import type { InstanceId } from '@gridloom/contract/core/ids'
import { Refused } from '@gridloom/contract/errors'
import type { ArchiveFormat } from '@gridloom/contract/files/file-entry'
import type { FilePath } from '@gridloom/contract/files/file-path'
import type { AccountActor } from '../../platform/ctx.ts'
import { hashSecret, type Ids } from '../../platform/ids.ts'

/** The download that a ticket allows, once, in the name of the user who asked for it. */
export interface DownloadTicket {
  readonly actor: AccountActor
  readonly id: InstanceId
  readonly path: FilePath
  /** `null`: a file as it is. */
  readonly format: ArchiveFormat | null
}

/**
 * Tickets of downloads: see docs/decisions/0061. They are in memory, as only the replica that holds the connection of the
 * machine can serve the download.
 */
export interface DownloadTickets {
  /** @throws Refused `too_many_requests` where too many wait */
  issue(ticket: DownloadTicket): string
  /** Uses a ticket up; `undefined` where it is unknown, used or expired. */
  take(ticket: string): DownloadTicket | undefined
}

const lifeMs = 60_000
const waitingMax = 10_000

export function createDownloadTickets({
  clock,
  ids,
}: {
  clock: Pick<Clock, 'monotonicMs'>
  ids: Pick<Ids, 'secret'>
}): DownloadTickets {
  const waiting = new Map<string, { ticket: DownloadTicket; untilMs: number }>()

  /** They have the same life: the oldest come first. */
  function dropExpired(): void {
    for (const [hash, { untilMs }] of waiting) {
      if (untilMs > clock.monotonicMs()) return
      waiting.delete(hash)
    }
  }

  return {
    issue(ticket) {
      dropExpired()
      if (waiting.size >= waitingMax)
        throw new Refused('too_many_requests', { details: { seconds: lifeMs / 1_000 } })
      const secret = ids.secret()
      waiting.set(hashSecret(secret), { ticket, untilMs: clock.monotonicMs() + lifeMs })
      return secret
    },
    take(secret) {
      dropExpired()
      const hash = hashSecret(secret)
      const found = waiting.get(hash)
      waiting.delete(hash)
      return found?.ticket
    },
  }
}

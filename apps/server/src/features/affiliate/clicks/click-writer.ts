import type { AffiliateClickId } from '@gridloom/contract/core/ids'
import { Refused } from '@gridloom/contract/errors'
import type { Db } from '../../../platform/database/connect.ts'
import { type ClickToStore, insertClicks } from './clicks-store.ts'

/** Stores clicks; several that arrive together share one commit. */
export interface ClickWriter {
  /** Resolves after the commit: what was answered is stored. @throws Refused `too_many_requests` */
  write(click: ClickToStore): Promise<'stored' | 'unknown'>
}

interface Waiting {
  readonly click: ClickToStore
  readonly done: (outcome: 'stored' | 'unknown') => void
  readonly failed: (error: unknown) => void
}

const batchMax = 500
const waitingMax = 10_000

/**
 * Creates the writer of one process. While a statement is under way, clicks wait for the next one: under load each
 * commit carries more of them, and at rest none waits.
 */
export function createClickWriter(db: Db): ClickWriter {
  const waiting: Waiting[] = []
  let isWriting = false

  async function writeAll(): Promise<void> {
    isWriting = true
    while (waiting.length > 0) await writeBatch(db, waiting.splice(0, batchMax))
    isWriting = false
  }

  return {
    write(click) {
      if (waiting.length >= waitingMax)
        return Promise.reject(new Refused('too_many_requests', { details: { seconds: 1 } }))
      return new Promise((done, failed) => {
        waiting.push({ click, done, failed })
        if (!isWriting) void writeAll()
      })
    },
  }
}

/** Never rejects: each click has its own outcome. */
async function writeBatch(db: Db, batch: readonly Waiting[]): Promise<void> {
  let stored: Set<AffiliateClickId>
  try {
    stored = await insertClicks(
      db,
      batch.map(({ click }) => click),
    )
  } catch (error) {
    for (const { failed } of batch) failed(error)
    return
  }
  for (const { click, done } of batch) done(stored.has(click.id) ? 'stored' : 'unknown')
}

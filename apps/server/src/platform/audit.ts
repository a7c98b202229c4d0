import type { Clock } from '@gridloom/async/clock'
import type { ApiKeyId } from '@gridloom/contract/core/ids'
import type { Actor, AuditedWrites, AuditNote, Tx } from './ctx.ts'
import type { Db } from './database/connect.ts'
import { transact } from './database/transact.ts'
import type { AuditEvent } from './http/route-parts.ts'
import type { Ids } from './ids.ts'

interface AuditOptions {
  db: Db
  ids: Ids
  clock: Clock
  actor: Actor
  /** `null`: this request is not audited. */
  event: AuditEvent | null
}

/**
 * Runs a request's transactions. The first that commits records who did what, with which credential and from where, so
 * that every write has its entry; `settleAudit` records requests without a write (an opened shell).
 */
export function auditedWrites(options: AuditOptions): AuditedWrites {
  const { db, event } = options
  if (event === null) return unaudited(db)
  const entering: Entering = { ...options, event }
  let entered = false
  async function transactAudited<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
    if (entered) return transact(db, work)
    const result = await transact(db, work, (trx, note) => enter(trx, entering, note))
    entered = true
    return result
  }
  return {
    transact: transactAudited,
    async settleAudit() {
      if (!entered) await transactAudited(async () => {})
    },
    auditedAs(part) {
      // The parts take the place of the request's own entry.
      entered = true
      return auditedWrites({ ...options, event: { ...event, ...part } })
    },
  }
}

function unaudited(db: Db): AuditedWrites {
  const writes: AuditedWrites = {
    transact: (work) => transact(db, work),
    settleAudit: async () => {},
    auditedAs: () => writes,
  }
  return writes
}

type Entering = Omit<AuditOptions, 'event'> & { event: AuditEvent }

async function enter(
  db: Db,
  { ids, clock, actor, event }: Entering,
  note: AuditNote,
): Promise<void> {
  const user = actor.kind === 'account' ? actor : undefined
  await db
    .insertInto('audit_entries')
    .values({
      id: ids.mint('audit'),
      at: clock.now(),
      action: event.action,
      account_id: note.accountId ?? user?.accountId ?? null,
      user_id: user?.userId ?? note.accountId ?? null,
      api_key_id: keyOf(actor),
      subject: note.subject ?? event.subject,
      address: event.address,
      user_agent: event.userAgent,
    })
    .execute()
}

function keyOf(actor: Actor): ApiKeyId | null {
  return actor.kind === 'account' && actor.via.kind === 'key' ? actor.via.keyId : null
}

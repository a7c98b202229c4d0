import { Refused } from '@gridloom/contract/errors'
import type { Role } from '@gridloom/contract/identity'
import type { AccountId, MachineId, SessionId } from '@gridloom/contract/ids'
import type { Clock } from './clock.ts'
import type { Db } from './database/connect.ts'
import type { Change } from './events.ts'
import type { Ids } from './ids.ts'
import type { Log } from './log.ts'

/** Who acts. */
export type Actor =
  | { kind: 'visitor' }
  | { kind: 'account'; accountId: AccountId; sessionId: SessionId; role: Role; hasAccess: boolean }
  | { kind: 'machine'; machineId: MachineId }
  | { kind: 'system' }
export type AccountActor = Extract<Actor, { kind: 'account' }>

/** An open transaction: the only thing that may write. What is told reaches listeners when it commits. */
export interface Tx {
  readonly db: Db
  tell(change: Change): Promise<void>
}

/** What every verb is given first. Features add their own adapters to it (`Ctx & { captcha: … }`). */
export interface Ctx {
  readonly actor: Actor
  readonly requestId: string
  readonly signal: AbortSignal
  readonly clock: Clock
  readonly ids: Ids
  readonly log: Log
  /** For reading. Writes go through {@link Ctx.transact}. */
  readonly db: Db
  /** One transaction, retried when PostgreSQL asks for it (serialisation failure, deadlock). */
  transact<T>(work: (tx: Tx) => Promise<T>): Promise<T>
}

/** The signed-in account, or a refusal. */
export function accountOf(ctx: Ctx): AccountActor {
  if (ctx.actor.kind !== 'account') throw new Refused('unauthorized')
  return ctx.actor
}

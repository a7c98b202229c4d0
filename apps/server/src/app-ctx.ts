import { type AppCtx, features } from './features.ts'
import type { Platform } from './platform/create-platform.ts'
import type { Actor } from './platform/ctx.ts'
import type { AdaptersOf } from './platform/feature.ts'
import type { AuditEvent } from './platform/http/route-parts.ts'
import type { Log } from './platform/log.ts'

/** The part of a context that does not depend on the caller. */
export type Adapters = AdaptersOf<AppCtx>

interface Caller {
  actor: Actor
  requestId: string
  signal: AbortSignal
  log: Log
  event?: AuditEvent | null
}
export type ContextFor = (caller: Caller) => AppCtx

/** Returns a function that makes request contexts. Each write through such a context adds an audit event. */
export function contextsOf({ clock, ids, db, writesOf }: Platform, adapters: Adapters): ContextFor {
  const makers = features.flatMap(({ forRequest }) => forRequest ?? [])
  const ofRequest = (requestId: string): Partial<Adapters> =>
    Object.assign({}, ...makers.map((make) => make(adapters, requestId)))
  return ({ event = null, ...caller }) => ({
    ...adapters,
    ...ofRequest(caller.requestId),
    ...caller,
    clock,
    ids,
    db,
    ...writesOf(caller.actor, event),
  })
}

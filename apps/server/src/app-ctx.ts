import { callingFor } from './features/agents/index.ts'
import type { AuthCtx, SignInMethodsCtx } from './features/auth/index.ts'
import type { ChatsCtx } from './features/chat/index.ts'
import type { InstallersCtx } from './features/installers/index.ts'
import type { InstancesCtx } from './features/instances/index.ts'
import type { MachinesCtx } from './features/machines/index.ts'
import type { ModelsCtx } from './features/models/index.ts'
import type { RenderingCtx, UploadingCtx } from './features/rendering/index.ts'
import type { Platform } from './platform/create-platform.ts'
import type { Actor, Ctx } from './platform/ctx.ts'
import type { AuditEvent } from './platform/http/route-parts.ts'
import type { Log } from './platform/log.ts'

/** The context of every call: the platform's, with the adapters of each feature. */
export interface AppCtx
  extends AuthCtx,
    SignInMethodsCtx,
    MachinesCtx,
    InstancesCtx,
    InstallersCtx,
    RenderingCtx,
    UploadingCtx,
    Omit<ChatsCtx, 'endpoints'>,
    ModelsCtx {}

/** The part of a context that does not depend on the caller. */
export type Adapters = Omit<AppCtx, keyof Ctx | 'heldSweep'>

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
  return ({ event = null, ...caller }) => ({
    ...adapters,
    ...caller,
    agents: callingFor(adapters.agents, caller.requestId),
    clock,
    ids,
    db,
    ...writesOf(caller.actor, event),
    heldSweep: { after: null },
  })
}

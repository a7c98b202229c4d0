import { rendering } from '@gridloom/contract/rendering/endpoints'
import type { Ctx } from '../../../platform/ctx.ts'
import type { Routes } from '../../../platform/http/routes.ts'
import { changeMachineRendering } from './change-machine.ts'
import { readMachineRendering } from './read-machine.ts'
import { vouchForMachine } from './vouch-for-machine.ts'

/** Mounts rendering settings of the caller's machines, and the operator's vouching. */
export function hostingRoutes<C extends Ctx>(routes: Routes<C>): void {
  routes.on(rendering.readMachine, (ctx, { params }) => readMachineRendering(ctx, params.id))
  routes.on(rendering.changeMachine, (ctx, { params, body }) =>
    changeMachineRendering(ctx, params.id, body),
  )
  routes.on(rendering.vouch, (ctx, { params, body }) =>
    vouchForMachine(ctx, { ...params, ...body }),
  )
}

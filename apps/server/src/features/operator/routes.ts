import { operator } from '@gridloom/contract/operator'
import type { Ctx } from '../../platform/ctx.ts'
import type { Routes } from '../../platform/http/routes.ts'
import { readSettings, writeSettings } from '../identity/index.ts'

/** Mounts the contract's `operator` area. */
export function operatorRoutes<C extends Ctx>(routes: Routes<C>): void {
  routes.on(operator.readSettings, (ctx) => readSettings(ctx))
  routes.on(operator.writeSettings, (ctx, { body }) => writeSettings(ctx, body))
}

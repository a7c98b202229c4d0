import { account } from '@gridloom/contract/account'
import { operator } from '@gridloom/contract/operator'
import type { Ctx } from '../../platform/ctx.ts'
import type { Routes } from '../../platform/http/routes.ts'
import { readEveryAudit, readOwnAudit } from './read-audit.ts'

/** Mounts both ways to read the audit log: one's own, and the operator's. */
export function auditRoutes<C extends Ctx>(routes: Routes<C>): void {
  routes.on(account.audit, (ctx, { query }) => readOwnAudit(ctx, query))
  routes.on(operator.audit, (ctx, { query }) => readEveryAudit(ctx, query))
}

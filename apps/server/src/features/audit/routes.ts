import { audit } from '@gridloom/contract/audit/endpoints'
import type { Ctx } from '../../platform/ctx.ts'
import type { Routes } from '../../platform/http/routes.ts'
import { readEveryAudit, readOwnAudit } from './read-audit.ts'

/** Mounts the audit log of the signed-in user and that of the operator. */
export function auditRoutes<C extends Ctx>(routes: Routes<C>): void {
  routes.on(audit.listOwn, (ctx, { query }) => readOwnAudit(ctx, query))
  routes.on(audit.listAll, (ctx, { query }) => readEveryAudit(ctx, query))
}

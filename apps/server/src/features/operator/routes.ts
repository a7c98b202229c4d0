import { ledger } from '@gridloom/contract/ledger/endpoints'
import { operator } from '@gridloom/contract/operator/endpoints'
import type { Ctx } from '../../platform/ctx.ts'
import type { AllFeatures } from '../../platform/feature.ts'
import type { Files } from '../../platform/files/files.ts'
import type { Routes } from '../../platform/http/routes.ts'
import { readSettings, writeSettings } from '../accounts/index.ts'
import { listEveryMachine } from '../machines/index.ts'
import { listAccessCodes, makeAccessCode, revokeAccessCode } from './access-codes.ts'
import { announce, listAnnouncements, withdrawAnnouncement } from './announcements.ts'
import { creditAccount } from './credit-account.ts'
import { listUsers } from './list-users.ts'
import { readMaintenance, switchMaintenance } from './maintenance.ts'
import { markAmbassador } from './mark-ambassador.ts'
import { readStorage } from './read-storage.ts'
import { restoreUser } from './restore-user.ts'
import { suspendUser } from './suspend-user.ts'
import { unlistMachine } from './unlist-machine.ts'
import type { MaintenanceWatch } from './watch-maintenance.ts'

export type OperatorCtx = Ctx & {
  readonly publicUrl: string
  readonly files: Pick<Files, 'reserve'>
  readonly maintenance: MaintenanceWatch
}

/** Mounts the contract's `operator` area, and crediting an account. */
export function operatorRoutes<C extends OperatorCtx>(
  routes: Routes<C>,
  all: Pick<AllFeatures, 'spendRate'>,
): void {
  routes.on(ledger.credit, (ctx, { body }) => creditAccount(ctx, body, all))
  routes.on(operator.readSettings, (ctx) => readSettings(ctx))
  routes.on(operator.writeSettings, (ctx, { body }) => writeSettings(ctx, body))
  routes.on(operator.users, (ctx, { query }) => listUsers(ctx, query))
  routes.on(operator.suspend, (ctx, { params, body }) => suspendUser(ctx, { ...params, ...body }))
  routes.on(operator.restore, (ctx, { params }) => restoreUser(ctx, params.id))
  routes.on(operator.setAmbassador, (ctx, { params, body }) =>
    markAmbassador(ctx, params.id, body.is_kol ? 'ambassador' : 'none'),
  )
  routes.on(operator.accessCodes, (ctx) => listAccessCodes(ctx))
  routes.on(operator.makeAccessCode, (ctx, { body }) => makeAccessCode(ctx, body))
  routes.on(operator.revokeAccessCode, (ctx, { params }) => revokeAccessCode(ctx, params.id))
  routes.on(operator.machines, (ctx, { query }) => listEveryMachine(ctx, query))
  routes.on(operator.unlistMachine, (ctx, { params, body }) =>
    unlistMachine(ctx, { ...params, ...body }),
  )
  routes.on(operator.storage, (ctx) => readStorage(ctx))
  routes.on(operator.maintenance, (ctx) => readMaintenance(ctx))
  routes.on(operator.switchMaintenance, (ctx, { body }) => switchMaintenance(ctx, body))
  routes.on(operator.announcements, (ctx) => listAnnouncements(ctx))
  routes.on(operator.announce, (ctx, { body }) => announce(ctx, body))
  routes.on(operator.withdrawAnnouncement, async (ctx, { params }) => {
    await withdrawAnnouncement(ctx, params.id)
    return {}
  })
}

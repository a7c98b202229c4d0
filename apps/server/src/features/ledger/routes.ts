import { Refused } from '@gridloom/contract/errors'
import { ledger } from '@gridloom/contract/ledger/endpoints'
import { accountOf, type Ctx } from '../../platform/ctx.ts'
import type { Routes } from '../../platform/http/routes.ts'
import { giveOperatorCredit } from './give-operator-credit.ts'
import { listStatements } from './list-statements.ts'
import type { LedgerPorts } from './ports.ts'
import { readBalance } from './read-balance.ts'

/** Mounts the contract's `ledger` area. */
export function ledgerRoutes<C extends Ctx>(routes: Routes<C>, ports: LedgerPorts): void {
  routes.on(ledger.balance, (ctx) => readBalance(ctx, accountOf(ctx).accountId, ports))

  routes.on(ledger.statements, (ctx, { query }) =>
    listStatements(ctx, accountOf(ctx).accountId, query),
  )

  routes.on(ledger.credit, async (ctx, { body }) => {
    const accountId = await ports.accountByEmail(ctx.db, body.email)
    if (accountId === null) throw new Refused('not_found', { details: { what: 'account' } })
    const { micro_usd: microUsd, key, text } = body
    await ctx.transact((tx) => giveOperatorCredit(ctx, tx, { accountId, microUsd, key, text }))
    return readBalance(ctx, accountId, ports)
  })
}

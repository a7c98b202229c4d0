import type { AccountId, InstanceId, MachineId } from '@gridloom/contract/core/ids'
import { withDatabase } from '@gridloom/testkit/database'
import {
  captureUsage,
  giveStartingCredit,
  openLedgerAccount,
  placeHold,
  releaseHold,
  topUpHold,
  type Usage,
} from '../src/features/ledger/index.ts'
import type { Ctx } from '../src/platform/ctx.ts'
import { giveCredit } from './credit.ts'

/** A ledger on its own database, with short ways to move money. Dispose with `await using`. */
export async function withLedger(clusterUrl?: string) {
  const fixture = await withDatabase(clusterUrl)
  const ctx = fixture.ctx()
  return {
    ...fixture,
    context: ctx,
    anAccount: (startMicroUsd = 0) => anAccount(ctx, startMicroUsd),
    welcome: (accountId: AccountId, microUsd: number) =>
      ctx.transact((tx) => giveStartingCredit(ctx, tx, { accountId, microUsd })),
    anInstance: (): InstanceId => ctx.ids.mint('instance'),
    aMachine: (): MachineId => ctx.ids.mint('machine'),
    hold: (accountId: AccountId, instanceId: InstanceId, microUsd: number, key = 'order') =>
      ctx.transact((tx) => placeHold(ctx, tx, { accountId, purpose: instanceId, microUsd, key })),
    topUp: async (
      accountId: AccountId,
      instanceId: InstanceId,
      microUsd: number,
      key = 'top-up',
    ) => {
      const hold = { accountId, purpose: instanceId, microUsd, key }
      return (await ctx.transact((tx) => topUpHold(ctx, tx, hold))).microUsd
    },
    release: (instanceId: InstanceId, keepMicroUsd = 0, key = 'end') =>
      ctx.transact((tx) => releaseHold(ctx, tx, { purpose: instanceId, keepMicroUsd, key })),
    capture: (usage: Usage) => ctx.transact((tx) => captureUsage(ctx, tx, usage)),
    [Symbol.asyncDispose]: fixture[Symbol.asyncDispose],
  }
}
export type LedgerFixture = Awaited<ReturnType<typeof withLedger>>

/** A minute of running for 600 micro-dollars; each call names a new interval by default. */
export function aUsage(
  ledger: Pick<LedgerFixture, 'context' | 'aMachine'>,
  parts: Pick<Usage, 'instanceId'> & Partial<Usage>,
): Usage {
  const id = ledger.context.ids.mint('transaction')
  const from = parts.from ?? new Date('2026-01-01T00:00:00.000Z')
  return {
    machineId: ledger.aMachine(),
    providerAccountId: ledger.context.ids.mint('account'),
    kind: 'running',
    from,
    to: new Date(from.getTime() + 60_000),
    seconds: 60,
    microUsdPerHour: 36_000,
    microUsd: 600,
    key: `usage-${id}`,
    count: null,
    ...parts,
  }
}

/** A holder of money alone: nobody can sign in to it. */
export async function anAccount(ctx: Ctx, startMicroUsd: number): Promise<AccountId> {
  const accountId = ctx.ids.mint('account')
  await ctx.transact(async (tx) => {
    await openLedgerAccount(tx, accountId)
    await giveCredit(ctx, tx, { accountId, microUsd: startMicroUsd })
  })
  return accountId
}

import { Refused } from '@gridloom/contract/errors'
import type { PayoutFile, PayoutFiles } from '@gridloom/contract/payouts/bank-account'
import { operatorOf } from '../../accounts/index.ts'
import type { PayoutsCtx } from '../ctx.ts'
import { selectFiles, sumWaiting } from './files-store.ts'

/** Lists the files for the bank, and what waits for one. @throws Refused `forbidden` */
export async function listFiles(ctx: PayoutsCtx): Promise<PayoutFiles> {
  operatorOf(ctx)
  return {
    bank: ctx.payoutSetup.bank === null ? 'off' : 'on',
    waiting: await sumWaiting(ctx.db),
    files: await selectFiles(ctx.db, null),
  }
}

/** One file. @throws Refused `not_found` */
export async function fileOf(ctx: PayoutsCtx, number: number): Promise<PayoutFile> {
  const [file] = await selectFiles(ctx.db, number)
  if (file === undefined) throw noSuchFile()
  return file
}

export function noSuchFile(): Refused {
  return new Refused('not_found', { details: { what: 'payout file' } })
}

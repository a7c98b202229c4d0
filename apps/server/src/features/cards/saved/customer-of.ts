import type { AccountId } from '@gridloom/contract/core/ids'
import type { PaymentsCtx } from '../ctx.ts'
import { fromProcessor, requireCards } from '../require-cards.ts'
import type { CustomerRow } from '../schema.ts'
import { insertCustomer, selectCustomer } from './customers-store.ts'

/**
 * The processor's customer of an account, created with the first use. Two at once create one: its key at the processor is
 * the account.
 * @throws Refused `cards_unavailable`, `card_processor_failed`
 */
export async function customerOf(ctx: PaymentsCtx, accountId: AccountId): Promise<CustomerRow> {
  const { processor } = requireCards(ctx)
  const known = await selectCustomer(ctx.db, accountId)
  if (known !== undefined) return known
  const customerId = await fromProcessor(processor.createCustomer({ accountId }))
  return ctx.transact(async (tx) => {
    const created = { account_id: accountId, customer_id: customerId }
    await insertCustomer(tx, { ...created, created_at: ctx.clock.now() })
    const row = await selectCustomer(tx.db, accountId)
    if (row === undefined) throw new RangeError(`${accountId} has no customer`)
    return row
  })
}

import type { AccountId } from '@gridloom/contract/core/ids'
import type { Tx } from '../../platform/ctx.ts'

/** Tells whoever works for a company that its name, members or invitations changed. */
export async function publishCompany(tx: Tx, companyId: AccountId): Promise<void> {
  await tx.publish({ topic: 'account', accountId: companyId, subject: companyId })
}

/** Tells a person that where they belong, or what waits for them, changed. */
export async function publishAccount(tx: Tx, userId: AccountId): Promise<void> {
  await tx.publish({ topic: 'account', accountId: userId, subject: userId })
}

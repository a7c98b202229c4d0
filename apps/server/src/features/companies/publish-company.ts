import type { AccountId } from '@gridloom/contract/core/ids'
import type { Tx } from '../../platform/ctx.ts'

/** Publishes a change of a company's name, members or invitations to all its members. */
export async function publishCompany(tx: Tx, companyId: AccountId): Promise<void> {
  await tx.publish({ topic: 'account', accountId: companyId, subject: companyId })
}

/** Publishes a change of a user's memberships or pending invitations. */
export async function publishAccount(tx: Tx, userId: AccountId): Promise<void> {
  await tx.publish({ topic: 'account', accountId: userId, subject: userId })
}

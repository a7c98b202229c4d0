import type { AccountId, ApiKeyId } from '@gridloom/contract/core/ids'
import type { Ctx } from '../../../platform/ctx.ts'
import { findMembership } from '../memberships-store.ts'
import { findKeyAccount, isOpenPerson } from './entrances-store.ts'

/** Who does something for an account, with a key of theirs or without one. */
interface Acting {
  readonly accountId: AccountId
  readonly personId: AccountId
  readonly keyId: ApiKeyId | null
}

/**
 * Whether they may do so still: the key is good, and the person neither suspended, nor gone, nor out of the company. A
 * session need not last: what was begun in it goes on.
 */
export async function mayStillAct(
  { db, clock }: Pick<Ctx, 'db' | 'clock'>,
  { accountId, personId, keyId }: Acting,
): Promise<boolean> {
  if (keyId !== null) return (await findKeyAccount(db, keyId, clock.now())) === accountId
  if (!(await isOpenPerson(db, personId))) return false
  return accountId === personId || (await findMembership(db, accountId, personId)) !== undefined
}

import type { AccountId, ApiKeyId } from '@gridloom/contract/core/ids'
import type { Ctx, Tx } from '../../../platform/ctx.ts'
import { accountOf, actingKeyId } from '../../../platform/ctx.ts'
import { projectOfKey } from '../../keys/index.ts'
import { labelHold, type Purpose } from '../../ledger/index.ts'
import { useProject } from './use-project.ts'

/**
 * Books an order of the caller to a project: the named one, else that of the API key, else none. Run it in the
 * transaction of the order, before its first hold.
 * @throws Refused `project_archived`, `limit_reached`
 */
export function labelOrder(
  ctx: Pick<Ctx, 'clock' | 'actor'>,
  tx: Tx,
  { purpose, project }: { purpose: Purpose; project: string | undefined },
): Promise<void> {
  const { accountId, userId } = accountOf(ctx)
  return label(ctx, tx, { accountId, userId, keyId: actingKeyId(ctx), purpose, project })
}

interface Labelled {
  accountId: AccountId
  userId: AccountId
  keyId: ApiKeyId | null
  purpose: Purpose
  project: string | undefined
}

async function label(
  ctx: Pick<Ctx, 'clock'>,
  tx: Tx,
  { keyId, purpose, project: named, ...of }: Labelled,
): Promise<void> {
  const project = named ?? (keyId === null ? null : (await projectOfKey(tx.db, keyId))?.project)
  if (project === undefined || project === null) return
  await useProject(ctx, tx, { ...of, project })
  await labelHold(tx, { accountId: of.accountId, purpose, project })
}

/** As {@link labelOrder}, for what an API key orders in the background: answers of models. */
export async function labelForKey(
  ctx: Pick<Ctx, 'clock'>,
  tx: Tx,
  { accountId, keyId, purpose }: Pick<Labelled, 'accountId' | 'keyId' | 'purpose'>,
): Promise<void> {
  const found = keyId === null ? undefined : await projectOfKey(tx.db, keyId)
  if (found === undefined || found.project === null) return
  const { project, userId } = found
  await label(ctx, tx, { accountId, userId, keyId, purpose, project })
}

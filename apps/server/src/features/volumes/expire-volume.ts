import { formatUtc } from '@gridloom/domain/utc-time'
import type { Tx } from '../../platform/ctx.ts'
import { releaseHold } from '../ledger/index.ts'
import { type NoticeCtx, publishNotice } from '../notices/index.ts'
import { listAttachments } from './attachments-store.ts'
import { publishVolume } from './publish-volume.ts'
import type { VolumeRow } from './schema.ts'
import { updateVolume } from './volumes-store.ts'

/** Keeps a volume without a charge until a time, and tells its account. */
export async function warnUnpaid(
  ctx: NoticeCtx,
  tx: Tx,
  { row, until }: { row: VolumeRow; until: Date },
): Promise<void> {
  const { id, account_id: accountId, name } = row
  await updateVolume(tx, id, { kept_until: until })
  await publishNotice(ctx, tx, {
    accountId,
    notice: {
      key: `volume_unpaid:${id}:${row.metered_s}`,
      level: 'error',
      text: `The balance, the budget of the account or that of its API key does not cover the volume ${name}. It is kept until ${formatUtc(until)} and then deleted. Add funds or raise the budget to keep it.`,
    },
    mail: { kind: 'balance_low', subject: `Your volume ${name} will be deleted` },
  })
  await publishVolume(tx, row)
}

/** Deletes a volume that was not paid in time, unless an instance that is to run has it: that one is stopped first. */
export async function expireVolume(ctx: NoticeCtx, tx: Tx, row: VolumeRow): Promise<void> {
  const { id, account_id: accountId, name } = row
  const attached = await listAttachments(tx.db, [id])
  if (attached.some(({ desired }) => desired === 'running')) return
  await releaseHold(ctx, tx, { purpose: id, keepMicroUsd: 0, key: `expired:${row.hold_number}` })
  await updateVolume(tx, id, { state: 'deleting', kept_until: null })
  await publishNotice(ctx, tx, {
    accountId,
    notice: {
      key: `volume_expired:${id}`,
      level: 'error',
      text: `The volume ${name} was deleted. The balance or a budget ran out, and the 48 hours for which it was kept have passed.`,
    },
    mail: { kind: 'balance_low', subject: `Your volume ${name} was deleted` },
  })
  await publishVolume(tx, row)
}

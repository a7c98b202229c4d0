import type { AccountId } from '@gridloom/contract/core/ids'
import type { Notice } from '@gridloom/contract/notices/notice'
import type { Tx } from '../../platform/ctx.ts'
import { findOperator } from '../accounts/index.ts'
import { type NoticeCtx, publishNotice } from '../notices/index.ts'
import { cardsPath } from './returns-to.ts'

interface Told {
  accountId: AccountId
  /** The same is told once. */
  key: string
  level: Notice['level']
  text: string
  /** The subject of the email; without one there is none. */
  subject?: string
  button?: { label: string; path: `/${string}` }
}

/** Tells an account about its payments by card, with an email where there is a subject. */
export function tellAccount(ctx: NoticeCtx, tx: Tx, told: Told): Promise<void> {
  const { accountId, key, level, text, subject, button } = told
  return publishNotice(ctx, tx, {
    accountId,
    notice: { key, level, text },
    mail:
      subject === undefined
        ? null
        : {
            kind: 'balance_low',
            subject,
            button: button ?? { label: 'View billing', path: cardsPath },
          },
  })
}

/** Tells the operator, who sees the payment on the page of card payments. */
export async function tellOperator(
  ctx: NoticeCtx,
  tx: Tx,
  told: Pick<Told, 'key' | 'text' | 'subject'>,
): Promise<void> {
  const accountId = await findOperator(tx.db)
  if (accountId === undefined) return
  const button = { label: 'View card payments', path: '/operator/card-payments' } as const
  await tellAccount(ctx, tx, { ...told, accountId, level: 'warning', button })
}

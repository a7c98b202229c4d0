import type { NotificationSettings } from '@gridloom/contract/accounts/notification-settings'
import type { AccountId } from '@gridloom/contract/core/ids'
import type { Notice } from '@gridloom/contract/notices/notice'
import type { Ctx, Tx } from '../../platform/ctx.ts'
import { mailIfWanted } from '../accounts/index.ts'
import { noticeEmail } from './emails/notice.ts'
import { insertNotice } from './notices-store.ts'

/** The context that publishing a notice needs. */
export type NoticeCtx = Pick<Ctx, 'clock' | 'ids'> & { readonly publicUrl: string }

/** A notice for an account, and the email that goes with it. */
export interface NewNotice {
  accountId: AccountId
  notice: Omit<Notice, 'at' | 'instance_id' | 'render_job_id'> &
    Partial<Pick<Notice, 'instance_id' | 'render_job_id'>>
  /** The email for accounts that are subscribed to its kind; `null`: none. */
  mail: {
    kind: keyof NotificationSettings
    subject: string
    /** The page that helps with it; by default that of the kind. */
    button?: { label: string; path: `/${string}` }
  } | null
}

/** Stores and publishes a notice, with its email. A notice whose key was published before is skipped. */
export async function publishNotice(
  ctx: NoticeCtx,
  tx: Tx,
  { accountId, notice, mail }: NewNotice,
): Promise<void> {
  const { key, text } = notice
  const isNew = await insertNotice(tx, accountId, { ...notice, at: ctx.clock.now() })
  if (isNew === 'published before') return
  await tx.publish({ topic: 'notice', accountId, subject: key })
  if (mail === null) return
  const { kind, subject } = mail
  const button =
    mail.button === undefined
      ? buttonOf(ctx, kind)
      : { label: mail.button.label, url: new URL(mail.button.path, ctx.publicUrl).href }
  await mailIfWanted(ctx, tx, {
    accountId,
    kind,
    message: (to) => noticeEmail(to, { subject, text, button }),
  })
}

function buttonOf({ publicUrl }: NoticeCtx, kind: keyof NotificationSettings) {
  if (kind === 'balance_low') {
    return { label: 'View balance', url: new URL('/account', publicUrl).href }
  }
  if (kind === 'render_news') {
    return { label: 'View render jobs', url: new URL('/render/listing', publicUrl).href }
  }
  if (kind === 'machine_alerts') {
    return { label: 'View machines', url: new URL('/machines', publicUrl).href }
  }
  return { label: 'View instances', url: new URL('/instance/myinstance', publicUrl).href }
}

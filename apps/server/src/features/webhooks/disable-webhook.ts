import type { WebhookDisabledReason } from '@gridloom/contract/webhooks/webhook'
import type { Tx } from '../../platform/ctx.ts'
import { publishNotice } from '../notices/index.ts'
import type { WebhooksCtx } from './ctx.ts'
import { failWaiting } from './deliveries-store.ts'
import { publishWebhook } from './publish-webhook.ts'
import type { WebhookRow } from './schema.ts'
import { updateWebhook } from './webhooks-store.ts'

/**
 * Disables a webhook whose row is locked, as its receiver does not work: fails its waiting deliveries and notifies the
 * account. One that is disabled stays as it is.
 */
export async function disableWebhook(
  ctx: WebhooksCtx,
  tx: Tx,
  webhook: WebhookRow,
  reason: Exclude<WebhookDisabledReason, 'by_user'>,
): Promise<void> {
  if (webhook.disabled_reason !== null) return
  await updateWebhook(tx, webhook.id, { disabled_reason: reason })
  await failWaiting(tx, webhook.id)
  await publishWebhook(tx, webhook.account_id)
  const { host } = new URL(webhook.url)
  await publishNotice(ctx, tx, {
    accountId: webhook.account_id,
    notice: {
      key: `webhook_disabled:${webhook.id}:${ctx.clock.now().getTime()}`,
      level: 'error',
      text: `The webhook to ${host} was disabled: ${why[reason]} Events are no longer sent to it. Enable it again once its receiver works.`,
    },
    mail: {
      kind: 'instance_alerts',
      subject: `The webhook to ${host} was disabled`,
      button: { label: 'View webhooks', path: '/account?section=webhooks' },
    },
  })
}

const why = {
  failing: 'no delivery has succeeded for three days.',
  gone: 'its receiver answered that it no longer exists (410).',
  too_many_waiting: 'too many deliveries were waiting for it.',
} as const satisfies Record<Exclude<WebhookDisabledReason, 'by_user'>, string>

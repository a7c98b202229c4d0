import { z } from 'zod'
import { WebhookId } from '../core/ids.ts'
import { PlainLine, Timestamp } from '../core/values.ts'
import { WebhookEventKind } from './events.ts'
import { areMacrosAllowed } from './url-macros.ts'

/**
 * Why a webhook is disabled: by a user; because no delivery succeeded for days; because its receiver answered 410; or
 * because too many deliveries wait.
 */
export const WebhookDisabledReason = z.enum(['by_user', 'failing', 'gone', 'too_many_waiting'])
export type WebhookDisabledReason = z.infer<typeof WebhookDisabledReason>

/** A webhook: a URL that receives events of the account. Never its secret. */
export const Webhook = z.strictObject({
  id: WebhookId,
  name: z.string(),
  url: z.string().meta({ examples: ['https://example.com/hooks/gridloom'] }),
  events: z.array(WebhookEventKind),
  enabled: z.boolean(),
  disabled_reason: WebhookDisabledReason.nullable(),
  /** Since when every attempt has failed; `null`: the last one succeeded, or there was none. */
  failing_since: Timestamp.nullable(),
  /** Until when deliveries are also signed with the secret before the last rotation. */
  previous_secret_expires_at: Timestamp.nullable(),
  last_delivered_at: Timestamp.nullable(),
  created_at: Timestamp,
})
export type Webhook = z.infer<typeof Webhook>

const url = z
  .url({ protocol: /^https?$/, error: 'Enter an http or https address' })
  .max(2_000)
  .refine((address) => !/[#@]/.test(address), 'Leave out credentials and fragments')
  .refine(areMacrosAllowed, 'Use macros that exist, such as {click_id}, after the ? alone')
  .meta({ examples: ['https://example.com/hooks/gridloom'] })
const events = z
  .array(WebhookEventKind)
  .min(1, 'Choose at least one event')
  .max(WebhookEventKind.options.length)
  .refine((kinds) => new Set(kinds).size === kinds.length, 'Choose each event once')

/** Whether a webhook is a postback URL: one of affiliate events alone. */
export function isPostback({ events }: Pick<Webhook, 'events'>): boolean {
  return events.every((kind) => kind.startsWith('affiliate.'))
}
const name = PlainLine.max(80)

export const NewWebhook = z.strictObject({ name: name.default(''), url, events })
export type NewWebhook = z.infer<typeof NewWebhook>

/** Changes of a webhook; an omitted field stays as it is. */
export const ChangeWebhook = z.strictObject({
  name: name.optional(),
  url: url.optional(),
  events: events.optional(),
  enabled: z.boolean().optional(),
})
export type ChangeWebhook = z.infer<typeof ChangeWebhook>

/** A webhook with its new secret, which is shown only once. */
export const WebhookWithSecret = z.strictObject({
  webhook: Webhook,
  secret: z.string().meta({ examples: ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYo='] }),
})
export type WebhookWithSecret = z.infer<typeof WebhookWithSecret>

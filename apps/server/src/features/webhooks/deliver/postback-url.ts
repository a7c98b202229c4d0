import { fillMacros, hasMacros } from '@gridloom/contract/webhooks/url-macros'
import { z } from 'zod'
import type { ClaimedDelivery } from '../deliveries-store.ts'

const Values = z.object({
  referral_id: z.string(),
  click_id: z.string().nullable(),
  campaign: z.string(),
  sub_id: z.string(),
  by: z.string(),
  day: z.string().optional(),
  level: z.number().optional(),
  commission_micro_usd: z.number().optional(),
})
const Body = z.object({ data: Values })

/** What a test event fills in, as its own body has nothing of a referral. */
const sample = {
  ...{ referral_id: 'test', click_id: 'test', campaign: 'test', sub_id: 'test', by: 'click' },
  ...{ day: '2026-01-01', level: 1, commission_micro_usd: 0 },
} as const

/** Returns the URL of a delivery with the values of its body in place of macros. */
export function urlOf({
  url,
  kind,
  event_id,
  body,
}: Pick<ClaimedDelivery, 'url' | 'kind' | 'event_id' | 'body'>): string {
  if (!hasMacros(url)) return url
  const event = { event: kind, event_id }
  if (kind === 'webhook.test') return fillMacros(url, { ...event, ...sample })
  const { click_id, ...values } = Body.parse(JSON.parse(body)).data
  return fillMacros(url, { ...event, ...values, click_id: click_id ?? '' })
}

import { Refused } from '@gridloom/contract/errors'
import { hasMacros } from '@gridloom/contract/webhooks/url-macros'
import { isPostback, type Webhook } from '@gridloom/contract/webhooks/webhook'
import { isAllowedUrl } from '../../platform/outbound/checked-url.ts'
import type { WebhooksCtx } from './ctx.ts'

/**
 * Refuses a URL that would never be sent to. That of a host name is checked again at every attempt, with the address
 * that it resolves to then. Macros are for affiliate events, and for https, as they put values into the address.
 * @throws Refused `invalid_input`
 */
export function refuseUrl(
  { receivers }: Pick<WebhooksCtx, 'receivers'>,
  { url: text, events }: Pick<Webhook, 'url' | 'events'>,
): void {
  const url = new URL(text)
  if (hasMacros(text) && !isPostback({ events }))
    throw new Refused('invalid_input', {
      fields: { url: 'Macros such as {click_id} are for webhooks of affiliate events alone' },
    })
  const isSecure = url.protocol === 'https:' || receivers.privateAddresses === 'allow'
  if (hasMacros(text) && !isSecure)
    throw new Refused('invalid_input', { fields: { url: 'Use https for an address with macros' } })
  if (isAllowedUrl(url, receivers.privateAddresses)) return
  throw new Refused('invalid_input', {
    fields: { url: 'Enter a public address, with port 80, 443 or one from 1024 on' },
  })
}

import { Refused } from '@gridloom/contract/errors'
import { isAllowedUrl } from '../../platform/outbound/checked-url.ts'
import type { WebhooksCtx } from './ctx.ts'

/**
 * Refuses a URL that would never be sent to. That of a host name is checked again at every attempt, with the address
 * that it resolves to then.
 * @throws Refused `invalid_input`
 */
export function refuseUrl({ receivers }: Pick<WebhooksCtx, 'receivers'>, url: string): void {
  if (isAllowedUrl(new URL(url), receivers.privateAddresses)) return
  throw new Refused('invalid_input', {
    fields: { url: 'Enter a public address, with port 80, 443 or one from 1024 on' },
  })
}

import { createHmac } from 'node:crypto'
import { isbot } from 'isbot'
import { joiningNetwork } from '../../../platform/http/network-of.ts'

/** Who followed a link, as far as the request says so. */
export interface Visitor {
  readonly address: string
  readonly userAgent: string | undefined
  /** The headers `DNT` and `Sec-GPC`. */
  readonly doNotTrack: string | undefined
  readonly globalPrivacyControl: string | undefined
}

/** Whether a request comes from a program that looks at pages, such as a search engine. Pure. */
export function isProgram({ userAgent }: Pick<Visitor, 'userAgent'>): boolean {
  return userAgent === undefined || userAgent === '' || isbot(userAgent)
}

/**
 * Whether the browser asks not to be tracked. Source: W3C Tracking Preference Expression, 5.2; Global Privacy Control,
 * 3.1. Pure.
 */
export function asksForPrivacy({
  doNotTrack,
  globalPrivacyControl,
}: Pick<Visitor, 'doNotTrack' | 'globalPrivacyControl'>): boolean {
  return doNotTrack === '1' || globalPrivacyControl === '1'
}

/**
 * Returns a hash by which a second click within a day is noticed: of the network, the code and the day, under a secret.
 * `null` where the address names no network. Pure.
 */
export function visitorHash(
  secret: string,
  { address, code, day }: { address: string; code: string; day: string },
): string | null {
  const network = joiningNetwork(address)
  if (network === null) return null
  return createHmac('sha256', secret).update(`${day}\n${code}\n${network}`).digest('base64url')
}

import { isLandingPath } from '@gridloom/contract/affiliate/landing-path'

/** What a referral link may name beside its code. */
export interface ReferralSearch {
  /** A page of the site. */
  to?: string
  campaign?: string
  sub_id?: string
}

const nameCharsMax = 60

/** Reads the search of a referral link; what the server would refuse is left out. */
export function readReferralSearch({
  to,
  campaign,
  sub_id: subId,
}: Record<string, unknown>): ReferralSearch {
  return {
    ...(typeof to === 'string' && isLandingPath(to) ? { to } : {}),
    ...named('campaign', campaign),
    ...named('sub_id', subId),
  }
}

function named(name: 'campaign' | 'sub_id', value: unknown): ReferralSearch {
  if (typeof value !== 'string' && typeof value !== 'number') return {}
  const text = String(value).trim().slice(0, nameCharsMax)
  return text === '' || hasControls(text) ? {} : { [name]: text }
}

function hasControls(text: string): boolean {
  return /\p{C}/u.test(text)
}

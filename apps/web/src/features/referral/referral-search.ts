/** What a referral link may name beside its code. */
export interface ReferralSearch {
  /** A page of the site. */
  to?: string
  campaign?: string
  sub_id?: string
}

const nameCharsMax = 60
const pathCharsMax = 300

/** Reads the search of a referral link; what the server would refuse is left out. */
export function readReferralSearch({
  to,
  campaign,
  sub_id: subId,
}: Record<string, unknown>): ReferralSearch {
  return {
    ...(typeof to === 'string' && isOwnPath(to) ? { to } : {}),
    ...named('campaign', campaign),
    ...named('sub_id', subId),
  }
}

function named(name: 'campaign' | 'sub_id', value: unknown): ReferralSearch {
  if (typeof value !== 'string' && typeof value !== 'number') return {}
  const text = String(value).trim().slice(0, nameCharsMax)
  return text === '' || hasControls(text) ? {} : { [name]: text }
}

/** Browsers resolve `//elsewhere.example` and `/\elsewhere.example` to other sites. */
function isOwnPath(path: string): boolean {
  return path.length <= pathCharsMax && /^\/(?![/\\])[\x21-\x5b\x5d-\x7e]*$/.test(path)
}

function hasControls(text: string): boolean {
  return /\p{C}/u.test(text)
}

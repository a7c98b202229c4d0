/** Webhooks of affiliate events alone may have macros: an account has at most so many. */
export const postbacksMax = 5

/** What a URL of a webhook of affiliate events may contain, with a text for users: `{click_id}` and the like. */
export const urlMacros = {
  event: 'The event, such as affiliate.signed_up',
  event_id: 'The same in every attempt, to count each once',
  referral_id: 'The referral',
  click_id: 'The click that led to the sign-up; empty for a typed code',
  campaign: 'The campaign of the link',
  sub_id: 'The sub ID of the link',
  by: 'click or code',
  day: 'The UTC day of commission',
  level: '1, or 2 for the second level',
  commission_micro_usd:
    'Commission in millionths of a dollar; below zero when credits take it back',
} as const
export type UrlMacro = keyof typeof urlMacros

const macro = /\{([^{}]*)\}/g

/** Whether a URL has macros, or braces that are meant as such. */
export function hasMacros(url: string): boolean {
  return /[{}]/.test(url)
}

/** Whether each macro of a URL is known and stands in its query, where no value can change whom it is sent to. */
export function areMacrosAllowed(url: string): boolean {
  const [before = '', ...query] = url.split('?')
  if (hasMacros(before)) return false
  const rest = query.join('?').replace(macro, (whole, name: string) => (isMacro(name) ? '' : whole))
  return !hasMacros(rest)
}

function isMacro(name: string): name is UrlMacro {
  return Object.hasOwn(urlMacros, name)
}

/** Writes values into a URL, percent-encoded; a macro without one becomes empty. */
export function fillMacros(
  url: string,
  values: Readonly<Partial<Record<UrlMacro, string | number>>>,
): string {
  return url.replace(macro, (whole, name: string) =>
    isMacro(name) ? encodeURIComponent(String(values[name] ?? '').toWellFormed()) : whole,
  )
}

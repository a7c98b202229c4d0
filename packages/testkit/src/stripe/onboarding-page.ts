import type { ServerResponse } from 'node:http'

/** How a payee leaves the page of Stripe: with all that it asks for, with less, or so that Stripe has to look. */
export type Onboarded = 'complete' | 'incomplete' | 'in_review'

interface Shown {
  pathname: string
  /** What its form sent; empty: it is only looked at. */
  form: string
  onboard(account: string, how: Onboarded): void
}

const hows: readonly Onboarded[] = ['complete', 'incomplete', 'in_review']

/** Small pages in place of connect.stripe.com: one that takes a payee's details, and their dashboard. */
export function onboardingPage(
  response: ServerResponse,
  { pathname, form, onboard }: Shown,
): boolean {
  const [, , kind, rest = ''] = pathname.split('/')
  const [account = '', query = ''] = rest.split('?')
  if (kind === 'dashboard') show(response, '<h1>Express dashboard</h1>')
  else if (kind !== 'onboard') return false
  else if (form === '') show(response, onboardingForm)
  else {
    const sent = new URLSearchParams(form).get('how')
    onboard(account, hows.find((how) => how === sent) ?? 'complete')
    response.writeHead(303, { location: new URLSearchParams(query).get('return') ?? '/' }).end()
  }
  return true
}

const onboardingForm = `<h1>Get paid</h1><form method="post"><label>Details <select name="how">
${hows.map((how) => `<option>${how}</option>`).join('')}</select></label><button>Submit</button></form>`

function show(response: ServerResponse, html: string): void {
  response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
  response.end(`<!doctype html><title>Stripe</title>${html}`)
}

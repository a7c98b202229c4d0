import type { ServerResponse } from 'node:http'
import type { Fields } from './form-fields.ts'

interface Shown {
  session: Fields
  /** What its form sent; empty: it is only looked at. */
  form: string
  pay(card: string): 'done' | 'declined'
}

/** A small page in place of checkout.stripe.com: pays with a test card, and returns to where Stripe would. */
export function checkoutPage(response: ServerResponse, { session, form, pay }: Shown): void {
  const card = new URLSearchParams(form).get('card')
  if (card === null) show(response, session, '')
  else if (pay(card) === 'declined') show(response, session, 'Your card was declined.')
  else response.writeHead(303, { location: String(session.success_url) }).end()
}

function show(response: ServerResponse, session: Fields, problem: string): void {
  const cents = Number(session.amount_total)
  const text = session.mode === 'setup' ? 'Save card' : `Pay $${(cents / 100).toFixed(2)}`
  response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
  response.end(`<!doctype html><title>Checkout</title><h1>${text}</h1><p role="alert">${problem}</p>
<form method="post"><label>Card <input name="card" value="4242424242424242"></label>
<button>${text}</button></form><a href="${String(session.cancel_url).replaceAll('&', '&amp;')}">Back</a>`)
}

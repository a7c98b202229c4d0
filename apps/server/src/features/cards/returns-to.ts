import type { Returns } from './processor/card-processor.ts'

/** Where the processor's page sends the user back to: the cards of Billing, with what happened. */
export function returnsTo(
  { publicUrl }: { publicUrl: string },
  done: Readonly<Record<string, string>>,
): Returns {
  const cancelUrl = new URL(cardsPath, publicUrl)
  const successUrl = new URL(cancelUrl)
  for (const [name, value] of Object.entries(done)) successUrl.searchParams.set(name, value)
  return { successUrl: successUrl.href, cancelUrl: cancelUrl.href }
}

/** The cards of Billing in the web app. */
export const cardsPath = '/account?section=billing&tab=cards'

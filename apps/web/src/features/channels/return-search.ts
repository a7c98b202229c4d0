/** Returns the answer of a channel as texts, whatever the router took them for. */
export function readReturnSearch(search: Record<string, unknown>): Record<string, string> {
  const texts = Object.entries(search).flatMap(([name, value]) =>
    ['string', 'number', 'boolean'].includes(typeof value) ? [[name, String(value)]] : [],
  )
  return Object.fromEntries(texts)
}

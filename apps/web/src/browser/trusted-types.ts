/** As much of the browser's Trusted Types as we use. Source: W3C, "Trusted Types", 2.3. */
interface PolicyMaker {
  createPolicy(
    name: string,
    rules: {
      createHTML(text: string): string | null
      createScriptURL(address: string): string | null
    },
  ): unknown
}

/**
 * Where browsers enforce Trusted Types (our policy asks for it), text becomes markup or code only through this: style
 * sheets, which have no tag in them, and workers that this server built. All else is refused, whoever tries.
 */
export function installTrustedTypes(page: { trustedTypes?: PolicyMaker; origin: string }): void {
  page.trustedTypes?.createPolicy('default', {
    createHTML: (text) => (text.includes('<') ? null : text),
    createScriptURL: (address) => (isBuiltHere(address, page.origin) ? address : null),
  })
}

function isBuiltHere(address: string, origin: string): boolean {
  const url = URL.parse(address, origin)
  return url?.origin === origin && url.pathname.startsWith('/assets/')
}

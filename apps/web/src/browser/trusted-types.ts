/** The part of the browser's Trusted Types API that we use. Source: W3C, "Trusted Types", 2.3. */
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
 * Installs the default Trusted Types policy, which our CSP enforces. It allows style sheets, which contain no tags, and
 * workers from this origin's `/assets/`. Everything else is rejected.
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

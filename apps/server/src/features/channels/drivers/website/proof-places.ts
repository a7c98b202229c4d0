/** The file of a site with codes, one a line. It proves the whole site. */
export function proofFileUrl(page: URL): URL {
  return new URL('/.well-known/gridloom-verify.txt', page.origin)
}

/** The name of the `<meta>` in the head of a page whose content is the code. */
export const proofMetaName = 'gridloom-verify'

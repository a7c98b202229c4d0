import { plainText } from '@gridloom/contract/core/plain-text'

const titleCharsMax = 120

/** Returns the title of an HTML page as one plain line; `null` where it has none. Never markup: it is shown as text. */
export function titleIn(html: string): string | null {
  const [, inner = ''] = /<title[^>]{0,1000}>([^<]{0,2000})/i.exec(html) ?? []
  const line = plainText(decoded(inner)).replaceAll(/ +/g, ' ').trim()
  const title = plainText(line, titleCharsMax)
  return title === '' ? null : title
}

const named: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
}

/** Replaces the character references that titles have. Source: HTML, "Named character references". */
function decoded(text: string): string {
  return text.replace(
    /&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z]{2,8}));/gi,
    (whole, decimal, hex, name) => {
      if (name !== undefined) return named[String(name).toLowerCase()] ?? whole
      const code = decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal)
      return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code).toWellFormed() : ''
    },
  )
}

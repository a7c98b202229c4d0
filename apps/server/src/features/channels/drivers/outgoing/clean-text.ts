import { plainText } from '@gridloom/contract/core/plain-text'

const nameCharsMax = 100
const textCharsMax = 10_000
const linksMax = 50

/** A name of others as one plain line; `otherwise` where nothing is left of it. */
export function cleanName(text: string | null | undefined, otherwise: string): string {
  const name = plainText(text ?? '', nameCharsMax).trim()
  return name === '' ? plainText(otherwise, nameCharsMax) : name
}

/** Text of others on its lines, each plain. */
export function cleanText(text: string): string {
  const lines = text.slice(0, textCharsMax).split(/\r?\n/)
  return lines
    .map((line) => plainText(line))
    .join('\n')
    .trim()
}

/** Web addresses among texts of others, each once. */
export function cleanLinks(texts: readonly string[]): string[] {
  const links = texts.flatMap((text) => {
    const url = text.length > 2_000 ? null : URL.parse(text)
    return url?.protocol === 'https:' || url?.protocol === 'http:' ? [url.href] : []
  })
  return [...new Set(links)].slice(0, linksMax)
}

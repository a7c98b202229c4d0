import { isSiteSegment } from '@gridloom/contract/accounts/access-code-text'
import { linksIn } from './links-in.ts'

/**
 * Words that say that a post is advertising, by language. `#ad` is what the Advertising Standards Authority (UK) and the
 * FTC (US) ask for; the others are those of the authorities of their countries.
 */
export const disclosures = {
  en: ['#ad', '#advert', '#advertisement', '#sponsored'],
  de: ['#werbung', '#anzeige'],
  fr: ['#publicité', '#publicite'],
  es: ['#publicidad', '#anuncio'],
  it: ['#pubblicità', '#pubblicita', '#adv'],
  pt: ['#publi', '#publicidade'],
  nl: ['#reclame', '#advertentie'],
  pl: ['#reklama'],
  sv: ['#annons', '#reklam'],
  ja: ['#pr', '#広告'],
  ko: ['#광고'],
  zh: ['#广告', '#廣告'],
} as const satisfies Readonly<Record<string, readonly string[]>>

const words: ReadonlySet<string> = new Set(Object.values(disclosures).flat())
const hashtag = /(?<![\p{L}\p{N}_&/])[#＃][\p{L}\p{N}_]+/gu

/** Whether a text says that it is advertising. */
export function isDisclosed(text: string): boolean {
  const tags = text.normalize('NFC').match(hashtag) ?? []
  return tags.some((tag) => words.has(tag.replace('＃', '#').toLowerCase()))
}

/** Returns the referral links in a text: those to this site whose path begins with a code, whoever's it is. */
export function referralLinksIn(text: string, origin: string): string[] {
  const host = URL.parse(origin)?.host
  return linksIn(text).flatMap(({ url: link }) => {
    const url = URL.parse(link)
    if (url === null || host === undefined || url.host !== host) return []
    const segment = url.pathname.split('/')[1] ?? ''
    return segment === '' || isSiteSegment(decoded(segment)) ? [] : [link]
  })
}

/** Returns the codes of the referral links in a text, in lower case. */
export function referralCodesIn(text: string, origin: string): string[] {
  return referralLinksIn(text, origin).flatMap((link) => {
    const segment = URL.parse(link)?.pathname.split('/')[1]
    return segment === undefined ? [] : [decoded(segment).toLowerCase()]
  })
}

/** Whether a text needs a disclosure that it does not have. */
export function lacksDisclosure(text: string, origin: string): boolean {
  return referralLinksIn(text, origin).length > 0 && !isDisclosed(text)
}

/** Returns a text with `#ad` at its end, once. */
export function withDisclosure(text: string): string {
  return isDisclosed(text) ? text : `${text.trimEnd()}${text.trim() === '' ? '' : ' '}#ad`
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    // A malformed escape is no address of the site.
    return segment
  }
}

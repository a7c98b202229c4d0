/**
 * Characters that text of others must not bring into a page, a terminal or an email: control characters (C0 and C1),
 * marks that change the reading direction or are invisible, line separators, and tags. Joiners (U+200C, U+200D) are
 * allowed: Persian, Indic scripts and emoji need them. Unicode 17, DerivedGeneralCategory and UTS 55 (source code
 * handling).
 */
const unsafe =
  /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u00ad\u061c\u115f\u1160\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\u3164\ufeff\uffa0\ufff9-\ufffb\u{e0000}-\u{e007f}]|\u034f|\u17b4|\u17b5/u

const unsafeRuns = new RegExp(`(?:${unsafe.source})+`, 'gu')

/** The characters that are replaced by a space. */
const breaks = /[\t\n\v\f\r\u0085\p{Zl}\p{Zp}]/u

/** Whether a text is one line without such characters. */
export function isPlainText(text: string): boolean {
  return !unsafe.test(text)
}

/** Returns text of others as one plain line of at most `charsMax` characters (code points). */
export function plainText(text: string, charsMax = Number.POSITIVE_INFINITY): string {
  const plain = isPlainText(text)
    ? text
    : text.replace(unsafeRuns, (run) => (breaks.test(run) ? ' ' : ''))
  if (plain.length <= charsMax) return plain
  const characters = Array.from(plain)
  return characters.length <= charsMax ? plain : `${characters.slice(0, charsMax - 1).join('')}…`
}

/** Text that a mail program could turn into a link: an address, or anything with a dot between letters. */
const linklike = /[:/@\\]|[\p{L}\p{N}][.。．｡][\p{L}\p{N}]|www/iu

/** A user-chosen name for an email to another user; `otherwise` if it could be read as a link. */
export function nameForMail(name: string, otherwise: string): string {
  const plain = plainText(name, 80).trim()
  return plain === '' || linklike.test(plain) ? otherwise : plain
}

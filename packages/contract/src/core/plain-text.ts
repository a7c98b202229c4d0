/**
 * What no text of a stranger may carry into a page, a terminal or a mail: control characters (C0 and C1), marks that turn
 * the reading direction or hide, separators of lines, and tags. Joiners (U+200C, U+200D) stay: Persian, Indic scripts and
 * emoji need them. Unicode 17, DerivedGeneralCategory and UTS 55 (source code handling).
 */
const unsafe =
  /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u00ad\u061c\u115f\u1160\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\u3164\ufeff\uffa0\ufff9-\ufffb\u{e0000}-\u{e007f}]|\u034f|\u17b4|\u17b5/u

const unsafeRuns = new RegExp(`(?:${unsafe.source})+`, 'gu')

/** Those that stand for a space. */
const breaks = /[\t\n\v\f\r\u0085\p{Zl}\p{Zp}]/u

/** Whether a text is one line that reads as it is written. */
export function isPlainText(text: string): boolean {
  return !unsafe.test(text)
}

/** A stranger's text as one line that reads as it is written, of at most so many characters (code points). */
export function plainText(text: string, charsMax = Number.POSITIVE_INFINITY): string {
  const plain = isPlainText(text)
    ? text
    : text.replace(unsafeRuns, (run) => (breaks.test(run) ? ' ' : ''))
  if (plain.length <= charsMax) return plain
  const characters = Array.from(plain)
  return characters.length <= charsMax ? plain : `${characters.slice(0, charsMax - 1).join('')}…`
}

/** What a mail program could make a link of: an address, or anything with a dot between letters. */
const linklike = /[:/@\\]|[\p{L}\p{N}][.。．｡][\p{L}\p{N}]|www/iu

/** A name that somebody chose, for a mail to somebody else; `otherwise` where it could read as a link. */
export function nameForMail(name: string, otherwise: string): string {
  const plain = plainText(name, 80).trim()
  return plain === '' || linklike.test(plain) ? otherwise : plain
}

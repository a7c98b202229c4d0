/** Letters that have no base letter with a mark (Unicode NFD), as banks write them. */
const letters: Readonly<Record<string, string>> = {
  ...{ ß: 'ss', ẞ: 'SS', Æ: 'AE', æ: 'ae', Œ: 'OE', œ: 'oe', Ø: 'O', ø: 'o', Ł: 'L', ł: 'l' },
  ...{ Đ: 'D', đ: 'd', Ð: 'D', ð: 'd', Þ: 'TH', þ: 'th', ı: 'i', ŋ: 'n', Ŋ: 'N', Ħ: 'H', ħ: 'h' },
  ...{ '’': "'", '‘': "'", '–': '-', '—': '-' },
}

/**
 * Writes a text in the characters that banks exchange (EPC217-08: Latin letters, digits, `/ - ? : ( ) . , ' +` and the
 * space): accents are left out, `&` is `+`, other signs are a dot. `undefined`: it has a letter or digit of another
 * script, which cannot be left out without changing the name.
 */
export function bankText(text: string): string | undefined {
  const written = [...text.normalize('NFD')]
    .map((sign) => letters[sign] ?? sign)
    .join('')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll('&', '+')
    .replaceAll(/\s+/g, ' ')
    .trim()
  if (/[^A-Za-z0-9\P{L}]|[^0-9\P{N}]/u.test(written)) return undefined
  return written.replaceAll(/[^A-Za-z0-9/\-?:().,'+ ]/g, '.')
}

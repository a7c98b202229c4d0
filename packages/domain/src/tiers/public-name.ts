/** Letters that do not fall apart into a basic letter and marks (Unicode 17, NFKD). */
const folded: Readonly<Record<string, string>> = {
  ...{ ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', đ: 'd', ð: 'd', ħ: 'h', ı: 'i', ĸ: 'k', ł: 'l' },
  ...{ ŋ: 'n', þ: 'p', ŧ: 't', ŉ: 'n', ſ: 's' },
}

/** Characters that look like others (after UTS 39), in the order in which they are replaced. */
const alike: readonly (readonly [RegExp, string])[] = [
  [/rn/g, 'm'],
  [/vv/g, 'w'],
  [/cl/g, 'd'],
  [/[1il]/g, 'l'],
  [/0/g, 'o'],
  [/5/g, 's'],
  [/3/g, 'e'],
  [/4/g, 'a'],
  [/7/g, 't'],
  [/8/g, 'b'],
]

/**
 * What a public name looks like: two names with the same key are hard to tell apart. Only for names of the contract's
 * `PublicName`, which has Latin letters alone.
 */
export function publicNameKey(name: string): string {
  const plain = name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]/gu, (letter) => folded[letter] ?? '')
  return alike.reduce((key, [look, as]) => key.replace(look, as), plain)
}

/** Words of the platform and of those who run it. */
const reserved = ['gridloom', 'gridlooom', 'grid loom'].map(publicNameKey)
const reservedWords = [
  ...['admin', 'administrator', 'operator', 'moderator', 'official', 'staff', 'support', 'team'],
  ...['system', 'root', 'owner', 'security', 'helpdesk', 'null', 'undefined', 'anonymous'],
].map(publicNameKey)

/** Whether a name could be taken for the platform or for who runs it: it contains its name, or is such a word. */
export function isReservedName(name: string): boolean {
  const key = publicNameKey(name)
  if (reserved.some((word) => key.includes(word))) return true
  const words = name.split(/[ ._-]+/u).map(publicNameKey)
  return [key, ...words].some((word) =>
    reservedWords.some((one) => word === one || word === `${one}s`),
  )
}

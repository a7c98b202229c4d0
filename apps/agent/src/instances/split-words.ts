/**
 * Splits a command line into words as a POSIX shell does, without expansion: blanks separate words, single
 * and double quotes group them, a backslash escapes the next character.
 */
export function splitWords(line: string): string[] {
  const words: string[] = []
  for (const [piece] of line.matchAll(
    /(?:'[^']*'?|"(?:\\[\s\S]|[^"\\])*"?|\\[\s\S]|[^\s'"\\])+/g,
  )) {
    words.push(unquote(piece))
  }
  return words
}

function unquote(piece: string): string {
  return piece.replace(
    /'([^']*)'?|"((?:\\[\s\S]|[^"\\])*)"?|\\([\s\S])/g,
    (_, single?: string, double?: string, escaped?: string) =>
      single ?? double?.replace(/\\(["\\$`])/g, '$1') ?? escaped ?? '',
  )
}

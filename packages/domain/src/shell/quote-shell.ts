/** Quotes text for a POSIX shell, only if necessary. */
export function quoteShell(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : shellWord(text)
}

/** Quotes text as one word of a POSIX shell, always: for scripts that other programs fill in. */
export function shellWord(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`
}

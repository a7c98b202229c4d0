/** Returns a program's output without file paths of this machine: every user who looks at a model reads it. */
export function withoutPaths(said: string): string {
  return said.replace(quotedPath, '$1…$1').replace(barePath, '…')
}

// Paths as POSIX, Windows and file URLs write them; a slash within or between words begins none.
const quotedPath = /(['"`])(?:file:\/\/|[A-Za-z]:)?[\\/][^'"`]*\1/g
const barePath = /(?<![\w.\\/:])(?:file:\/\/|[A-Za-z]:)?[\\/][^\s'"`,;]*[^\s'"`,;.:)]/g

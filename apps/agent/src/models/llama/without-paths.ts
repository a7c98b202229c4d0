/** What a program said, without where files lie on this machine: everybody who looks at a model reads it. */
export function withoutPaths(said: string): string {
  return said.replace(quotedPath, '$1…$1').replace(barePath, '…')
}

// As POSIX, Windows and URLs of files have them; a slash within or between words begins none.
const quotedPath = /(['"`])(?:file:\/\/|[A-Za-z]:)?[\\/][^'"`]*\1/g
const barePath = /(?<![\w.\\/:])(?:file:\/\/|[A-Za-z]:)?[\\/][^\s'"`,;]*[^\s'"`,;.:)]/g

/** Problems of a request by path: `template.ports.1`, `env.1UP`. */
export type WrongFields = Readonly<Record<string, string>>

/** Returns the first problem at a path or below it; below it, the rest of the path is prefixed. */
export function problemAt(wrong: WrongFields, path: string): string | undefined {
  for (const [at, text] of Object.entries(wrong)) {
    if (at === path) return text
    if (at.startsWith(`${path}.`)) return `${at.slice(path.length + 1)}: ${text}`
  }
  return undefined
}

/** Variables that a client asks for, within bounds. */
export interface Environment {
  /** Returns whether the variable is taken. */
  add(name: string, value: string): boolean
  entries(): { name: string; value: string }[]
}

const variablesMax = 100
const bytesMax = 32 * 1024
/** POSIX, 8.1. */
const namePattern = /^[A-Za-z_][A-Za-z0-9_]*$/

/**
 * Collects variables for a program. All names are taken, unlike by most SSH servers: the program runs in the user's own
 * container, where they may set what they like anyway.
 */
export function createEnvironment(): Environment {
  const variables = new Map<string, string>()
  let bytes = 0
  return {
    add(name, value) {
      const size = Buffer.byteLength(name) + Buffer.byteLength(value)
      const fits = variables.size < variablesMax && bytes + size <= bytesMax
      if (!fits || !namePattern.test(name) || value.includes('\0')) return false
      variables.set(name, value)
      bytes += size
      return true
    },
    entries: () => [...variables].map(([name, value]) => ({ name, value })),
  }
}

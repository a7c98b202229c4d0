import { stat } from 'node:fs/promises'

/** Where what renders is usually found; one that a person names comes besides. */
const usualPrograms = [
  '/usr/local/bin/blender',
  '/usr/bin/blender',
  '/usr/bin/python3',
  '/usr/bin/bwrap',
] as const

/** A text that changes when one of these programs, or a usual one, is put in, taken away or replaced. */
export function fingerprintOf(named: readonly (string | undefined)[]): () => Promise<string> {
  const programs = [...usualPrograms, ...named.filter((it) => it !== undefined)]
  return async () => (await Promise.all(programs.map(markOf))).join('\n')
}

async function markOf(program: string): Promise<string> {
  try {
    const { ino, size, mtimeMs } = await stat(program)
    return `${ino} ${size} ${mtimeMs}`
  } catch {
    // @NOTE whatever is in the way of looking at it, it cannot be run either
    return ''
  }
}

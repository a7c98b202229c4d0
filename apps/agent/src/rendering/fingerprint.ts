import { stat } from 'node:fs/promises'

/** The usual paths of the programs that render; configured ones are added. */
const usualPrograms = [
  '/usr/local/bin/blender',
  '/usr/bin/blender',
  '/usr/bin/python3',
  '/usr/bin/bwrap',
] as const

/** Returns a text that changes when one of these programs, or a usual one, is installed, removed or replaced. */
export function fingerprintOf(named: readonly (string | undefined)[]): () => Promise<string> {
  const programs = [...usualPrograms, ...named.filter((it) => it !== undefined)]
  return async () => (await Promise.all(programs.map(markOf))).join('\n')
}

async function markOf(program: string): Promise<string> {
  try {
    const { ino, size, mtimeMs } = await stat(program)
    return `${ino} ${size} ${mtimeMs}`
  } catch {
    // @NOTE a program that cannot be inspected cannot be run either
    return ''
  }
}

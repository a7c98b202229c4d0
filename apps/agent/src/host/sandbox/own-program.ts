import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'

/**
 * What one of our own programs is made of, to be read in a sandbox: Node.js and its code. Of a checkout that is no more
 * than the code, as the data of a server or an agent may lie beside it.
 */
export function ownProgramPaths(file: string): string[] {
  if (!file.endsWith('.ts')) return [process.execPath, dirname(file)]
  const code = ['apps/agent', 'packages/contract', 'packages/domain', 'node_modules']
  return [
    process.execPath,
    ...code.map((path) => fileURLToPath(new URL(`../../../../../${path}`, import.meta.url))),
  ]
}

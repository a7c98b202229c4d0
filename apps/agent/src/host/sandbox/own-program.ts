import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'

/**
 * Returns the paths that one of the agent's own programs reads in a sandbox: Node.js and its code. Of a checkout only
 * the code is included, as the data of a server or an agent may be beside it.
 */
export function ownProgramPaths(file: string): string[] {
  if (!file.endsWith('.ts')) return [process.execPath, dirname(file)]
  const code = ['apps/agent', 'packages/contract', 'packages/domain', 'node_modules']
  return [
    process.execPath,
    ...code.map((path) => fileURLToPath(new URL(`../../../../../${path}`, import.meta.url))),
  ]
}

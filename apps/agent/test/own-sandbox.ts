import { execute } from '../src/host/execute.ts'
import { findSandbox, type Sandbox } from '../src/host/sandbox/find-sandbox.ts'

/** Returns the sandbox of this machine. Errors: there is none, see `script/bootstrap`. */
export async function ownSandbox(isRoot = process.getuid?.() === 0): Promise<Sandbox> {
  const { platform, arch } = process
  const { signal } = new AbortController()
  const found = await findSandbox(execute, { isRoot, platform, arch, signal })
  if ('missing' in found) throw new Error(found.missing)
  return found
}

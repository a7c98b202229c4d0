import { execute } from '../host/execute.ts'
import { createSandboxFinder } from '../host/sandbox/find-sandbox.ts'
import type { FindModelSandbox } from './open-engine.ts'

/** Models are kept in wherever there is what does it: on Linux. */
export function modelSandboxFinder(): FindModelSandbox {
  const { platform, arch } = process
  if (platform !== 'linux') return async () => undefined
  return createSandboxFinder(execute, { isRoot: process.getuid?.() === 0, platform, arch })
}

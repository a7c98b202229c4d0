import { execute } from '../host/execute.ts'
import { createSandboxFinder } from '../host/sandbox/find-sandbox.ts'
import type { FindModelSandbox } from './open-engine.ts'

/** Returns the finder of the sandbox for models, which exists on Linux only. */
export function modelSandboxFinder(): FindModelSandbox {
  const { platform, arch } = process
  if (platform !== 'linux') return async () => undefined
  return createSandboxFinder(execute, { isRoot: process.getuid?.() === 0, platform, arch })
}

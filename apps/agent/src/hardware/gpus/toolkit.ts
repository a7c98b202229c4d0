import type { Execute, ProcessResult } from '../../host/execute.ts'
import { isAtLeast, versionIn } from '../../host/version.ts'

/** Older toolkits let a container take over the machine (CVE-2025-23266, fixed in 1.17.8). */
const safeVersionMin = [1, 17, 8]
const toolTimeoutMs = 10_000
export const toolkitArgv = ['nvidia-ctk', '--version'] as const

/** The NVIDIA container toolkit, which passes GPUs into containers, and whether it is safe. */
export type Toolkit =
  | { kind: 'absent' }
  | { kind: 'silent' }
  | { kind: 'outdated'; version: string }
  | { kind: 'safe'; version: string }

/** Classifies the output of {@link toolkitArgv}: `NVIDIA Container Toolkit CLI version 1.17.8`. */
export function toolkitOf({ exitCode, failure, stdout }: ProcessResult): Toolkit {
  if (failure !== undefined && failure !== 'missing') return { kind: 'silent' }
  const parts = versionIn(stdout)
  if (exitCode !== 0 || parts === undefined) return { kind: 'absent' }
  const version = parts.join('.')
  return isAtLeast(parts, safeVersionMin)
    ? { kind: 'safe', version }
    : { kind: 'outdated', version }
}

/** Reads the toolkit at each call: the operator may have changed it since the agent started. */
export async function readToolkit(execute: Execute, signal: AbortSignal): Promise<Toolkit> {
  return toolkitOf(await execute(toolkitArgv, { timeoutMs: toolTimeoutMs, signal }))
}

import type { BackupFailure } from '@gridloom/contract/backups/backup'
import { refusalExitCode } from './commands.ts'
import type { ResticEnd } from './run-restic.ts'

/** The exit code of a backup that is complete but for files which it could not read. */
const someUnreadable = 3
const killed = 137

const said: readonly (readonly [pattern: RegExp, failure: BackupFailure])[] = [
  [/no space left on device/i, 'disk_full'],
  [/snapshot is empty/i, 'nothing_to_back_up'],
  [/wrong password or no key found/i, 'wrong_password'],
  [/out of memory|cannot allocate memory/i, 'out_of_memory'],
  [
    /unable to open (config file|repository)|Is there a repository at|client\.\w+: |AccessDenied|InvalidAccessKeyId|SignatureDoesNotMatch|NoSuchBucket|dial tcp|no such host|connection refused|certificate/i,
    'repository_unreachable',
  ],
]

/** Returns why restic failed; `undefined`: it did not. */
export function failureOf(
  end: Pick<ResticEnd, 'exitCode' | 'text' | 'traffic'>,
): BackupFailure | undefined {
  const { exitCode, text, traffic } = end
  if (exitCode === 0 || exitCode === someUnreadable) return undefined
  if (exitCode === null) return 'interrupted'
  if (exitCode === refusalExitCode) {
    if (text.includes('gridloom:not_supported')) return 'not_supported'
    if (text.includes('gridloom:path_missing')) return 'path_missing'
    if (text.includes('gridloom:target_not_empty')) return 'target_not_empty'
  }
  if (traffic.refused === 'storage_full') return 'storage_full'
  if (exitCode === killed) return 'out_of_memory'
  return said.find(([pattern]) => pattern.test(text))?.[1] ?? 'program_failed'
}

/** Whether a bucket answered that it has no repository yet; one that cannot be reached may have one. */
export function isMissingRepository({
  exitCode,
  text,
}: Pick<ResticEnd, 'exitCode' | 'text'>): boolean {
  return exitCode !== 0 && /unable to open config file: .*key does not exist/i.test(text)
}

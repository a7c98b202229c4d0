import type { Execute } from './execute.ts'
import { readTextIfThere } from './files.ts'

const timeoutMs = 2_000

/**
 * Returns the id of the system's current boot: another one after each restart of the machine. `undefined` where the
 * system has none.
 */
export async function readSystemBoot(
  execute: Execute,
  platform: NodeJS.Platform = process.platform,
): Promise<string | undefined> {
  if (platform === 'linux') return wordIn(await readTextIfThere('/proc/sys/kernel/random/boot_id'))
  if (platform !== 'darwin') return undefined
  const { stdout } = await execute(['sysctl', '-n', 'kern.bootsessionuuid'], { timeoutMs })
  return wordIn(stdout)
}

function wordIn(text: string | undefined): string | undefined {
  const word = text?.trim() ?? ''
  return word === '' ? undefined : word
}

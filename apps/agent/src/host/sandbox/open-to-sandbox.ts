import { constants } from 'node:fs'
import { chmod, open, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { isOtherUser, type SandboxMeans } from '@gridloom/domain/sandbox/sandbox-argv'

/**
 * Makes a folder of the agent readable to the sandbox's user, where that is another user. No sandbox ever writes in
 * it. Links are skipped: they lead nowhere inside the sandbox.
 */
export async function openToSandbox(folder: string, means: SandboxMeans): Promise<void> {
  if (!isOtherUser(means)) return
  await chmod(folder, 0o755)
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) await openToSandbox(path, means)
    else if (entry.isFile()) await chmod(path, 0o644)
  }
}

/** Does the same as {@link openToSandbox} for one file. */
export async function openFileToSandbox(path: string, means: SandboxMeans): Promise<void> {
  if (!isOtherUser(means)) return
  await using file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW)
  await file.chmod(0o644)
}

import { randomUUID } from 'node:crypto'
import { constants } from 'node:fs'
import { chmod, mkdir, open, readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { isOtherUser, type SandboxMeans } from '@gridloom/domain/sandbox/sandbox-argv'
import { readScript, type ScriptName } from './scripts.ts'

/**
 * What one Blender is given: our scripts and the order, to be read. It writes in no folder of the machine's; its pictures
 * come through a pipe.
 */
export interface WorkFolder {
  path: string
  [Symbol.asyncDispose](): Promise<void>
}

/** Makes the folder of one Blender below `root`. What a killed agent left is cleared by {@link clearWorkFolders}. */
export async function makeWorkFolder(
  root: string,
  { scripts, order }: { scripts: readonly ScriptName[]; order: object },
): Promise<WorkFolder> {
  const path = join(root, randomUUID())
  await mkdir(path, { recursive: true, mode: 0o755 })
  for (const name of scripts) await writeReadable(join(path, `${name}.py`), readScript(name))
  await writeReadable(join(path, 'order.json'), JSON.stringify(order))
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }) }
}

/** Takes away what earlier agents left. */
export function clearWorkFolders(root: string): Promise<void> {
  return rm(root, { recursive: true, force: true })
}

/**
 * Lets the sandbox's user read a folder of ours, where it is really another user. No sandbox ever writes in it. Links are
 * left alone: they lead nowhere inside.
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

/** As {@link openToSandbox}, of one file. */
export async function openFileToSandbox(path: string, means: SandboxMeans): Promise<void> {
  if (!isOtherUser(means)) return
  await using file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW)
  await file.chmod(0o644)
}

async function writeReadable(path: string, text: string): Promise<void> {
  await writeFile(path, text)
  await chmod(path, 0o644)
}

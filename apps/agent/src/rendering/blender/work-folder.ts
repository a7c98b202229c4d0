import { randomUUID } from 'node:crypto'
import { chmod, chown, copyFile, mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type SandboxMode, sandboxUserId } from './sandbox.ts'
import { readScript, type ScriptName } from './scripts.ts'

/** What one Blender is given and gives: `in` with our scripts and the order, `out` that it writes in. */
export interface WorkFolder {
  in: string
  out: string
  [Symbol.asyncDispose](): Promise<void>
}

/** Makes the folder of one Blender below `root`. What a killed agent left is cleared by {@link clearWorkFolders}. */
export async function makeWorkFolder(
  root: string,
  { mode, scripts, order }: { mode: SandboxMode; scripts: readonly ScriptName[]; order: object },
): Promise<WorkFolder> {
  const path = join(root, randomUUID())
  const made = { in: join(path, 'in'), out: join(path, 'out') }
  for (const folder of [made.in, made.out]) await mkdir(folder, { recursive: true, mode: 0o755 })
  if (mode === 'as_root') await chown(made.out, sandboxUserId, sandboxUserId)
  for (const name of scripts) await writeReadable(join(made.in, `${name}.py`), readScript(name))
  await writeReadable(join(made.in, 'order.json'), JSON.stringify(order))
  return { ...made, [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }) }
}

/** Takes away what earlier agents left. */
export function clearWorkFolders(root: string): Promise<void> {
  return rm(root, { recursive: true, force: true })
}

/** Copies a file into the folder, for Blender to read. */
export async function putIn(folder: WorkFolder, name: string, from: string): Promise<void> {
  const to = join(folder.out, name)
  await copyFile(from, to)
  await chmod(to, 0o644)
}

/**
 * Lets the sandbox's user read a folder of ours, where it is really another user. Links are left alone: they lead
 * nowhere inside.
 */
export async function openToSandbox(folder: string, mode: SandboxMode): Promise<void> {
  if (mode !== 'as_root') return
  await chmod(folder, 0o755)
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) await openToSandbox(path, mode)
    else if (entry.isFile()) await chmod(path, 0o644)
  }
}

async function writeReadable(path: string, text: string): Promise<void> {
  await writeFile(path, text)
  await chmod(path, 0o644)
}

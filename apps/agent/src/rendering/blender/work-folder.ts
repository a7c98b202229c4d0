import { randomUUID } from 'node:crypto'
import { chmod, mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { readBlenderScript, type ScriptName } from './scripts.ts'

/**
 * The input of one Blender: our scripts and the order, read-only. Blender writes to no folder of the machine; its
 * pictures come through a pipe.
 */
export interface WorkFolder {
  path: string
  [Symbol.asyncDispose](): Promise<void>
}

/** Creates the folder of one Blender in `root`. Folders of a killed agent are deleted by {@link clearWorkFolders}. */
export async function makeWorkFolder(
  root: string,
  { scripts, order }: { scripts: readonly ScriptName[]; order: object },
): Promise<WorkFolder> {
  const path = join(root, randomUUID())
  await mkdir(path, { recursive: true, mode: 0o755 })
  for (const name of scripts) await writeReadable(join(path, `${name}.py`), readBlenderScript(name))
  await writeReadable(join(path, 'order.json'), JSON.stringify(order))
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }) }
}

/** Deletes what earlier agents left. */
export function clearWorkFolders(root: string): Promise<void> {
  return rm(root, { recursive: true, force: true })
}

async function writeReadable(path: string, text: string): Promise<void> {
  await writeFile(path, text)
  await chmod(path, 0o644)
}

import { randomUUID } from 'node:crypto'
import { chmod, mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
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

async function writeReadable(path: string, text: string): Promise<void> {
  await writeFile(path, text)
  await chmod(path, 0o644)
}

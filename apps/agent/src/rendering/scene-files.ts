import { chmod, mkdir, readdir, rename, rm, stat, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { SceneKind } from '@gridloom/contract/agent/rendering-calls'
import { Sha256 } from '@gridloom/contract/core/values'
import { z } from 'zod'
import { isMissing, readTextIfThere, writeWhole } from '../host/files.ts'

/**
 * The file that is written once a scene is ready: `scenes/<sha256>/scene.json`. Its modification time is the last use.
 */
const SceneFacts = z.object({
  version: z.literal(1),
  kind: SceneKind,
  /** Bytes as sent, and bytes on the disk. */
  sent_bytes: z.int(),
  disk_bytes: z.int(),
})
export type SceneFacts = z.infer<typeof SceneFacts>

/** The file name of a scene that was sent as one file. */
export const loneFileNames = { blend: 'scene.blend', file: 'input.exr' } as const

/** The files of one scene. */
export interface SceneFiles {
  folder: string
  /** The bytes that have arrived so far. */
  part: string
  /** The files being unpacked; renamed to `content` when they are complete. */
  unpacking: string
  content: string
  facts: string
}

export function filesOf(scenesFolder: string, scene: Sha256): SceneFiles {
  const folder = join(scenesFolder, scene)
  return {
    folder,
    part: join(folder, 'part'),
    unpacking: join(folder, 'unpacking'),
    content: join(folder, 'content'),
    facts: join(folder, 'scene.json'),
  }
}

/** A scene that an agent before this one left. */
export interface LeftScene {
  scene: Sha256
  /** Set if the scene is ready. */
  facts: SceneFacts | undefined
  /** Set if the scene is not ready. */
  receivedBytes: number
  usedAtMs: number
}

/** Returns the scenes on the disk; unusable ones (half unpacked, unreadable) are deleted. */
export async function readLeftScenes(scenesFolder: string): Promise<LeftScene[]> {
  await mkdir(scenesFolder, { recursive: true })
  const left: LeftScene[] = []
  for (const name of await readdir(scenesFolder)) {
    const scene = Sha256.safeParse(name)
    const found = scene.success ? await readLeft(scenesFolder, scene.data) : undefined
    if (found === undefined) await rm(join(scenesFolder, name), { recursive: true, force: true })
    else left.push(found)
  }
  return left
}

async function readLeft(scenesFolder: string, scene: Sha256): Promise<LeftScene | undefined> {
  const files = filesOf(scenesFolder, scene)
  const facts = parseFacts(await readTextIfThere(files.facts))
  const lying = await statIfThere(facts === undefined ? files.part : files.facts)
  if (lying === undefined) return undefined
  await rm(files.unpacking, { recursive: true, force: true })
  return { scene, facts, receivedBytes: facts?.sent_bytes ?? lying.size, usedAtMs: lying.mtimeMs }
}

function parseFacts(text: string | undefined): SceneFacts | undefined {
  if (text === undefined) return undefined
  try {
    return SceneFacts.parse(JSON.parse(text))
  } catch {
    // @NOTE a scene whose facts are damaged is sent again
    return undefined
  }
}

async function statIfThere(path: string) {
  try {
    return await stat(path)
  } catch (cause) {
    if (isMissing(cause)) return undefined
    throw cause
  }
}

/** Creates a folder that the sandbox can read, whatever the agent's umask is. */
export async function makeOpenFolder(path: string): Promise<void> {
  await mkdir(path, { recursive: true })
  await chmod(path, 0o755)
}

/** Makes a scene ready whose content is in `unpacking`. */
export async function settleScene(files: SceneFiles, facts: SceneFacts, at: Date): Promise<void> {
  await rename(files.unpacking, files.content)
  await rm(files.part, { force: true })
  await writeWhole(files.facts, JSON.stringify(facts))
  await markUsed(files, at)
}

export async function markUsed(files: SceneFiles, at: Date): Promise<void> {
  await utimes(files.facts, at, at)
}

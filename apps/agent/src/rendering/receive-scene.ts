import { createReadStream } from 'node:fs'
import { chmod, open, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { SceneKind } from '@gridloom/contract/agent/rendering-calls'
import type { Sha256 } from '@gridloom/contract/core/values'
import { AgentRefused } from '../refused.ts'
import { type ContentHasher, createContentHasher } from './content-hash.ts'
import {
  loneFileNames,
  makeOpenFolder,
  type SceneFacts,
  type SceneFiles,
  settleScene,
} from './scene-files.ts'
import { unpackZip } from './unpack-zip.ts'

export interface SceneWrite {
  files: SceneFiles
  offset: number
  size: number
  /** A hasher of exactly the bytes before `offset`. */
  hasher: ContentHasher
  onWritten(bytes: number): void
}

/** Appends the bytes at `offset`. Ends with the bytes; throws what ends them early, keeping the bytes that came. */
export async function writeBytes(
  { files, offset, size, hasher, onWritten }: SceneWrite,
  bytes: AsyncIterable<Uint8Array>,
): Promise<void> {
  const part = await open(files.part, 'a', 0o644)
  try {
    await part.truncate(offset)
    for await (const some of bytes) {
      if (hasher.bytes + some.length > size) {
        throw new AgentRefused(
          'invalid_input',
          `The upload has more than the ${size} bytes of the scene.`,
        )
      }
      await part.appendFile(some)
      hasher.add(some)
      onWritten(hasher.bytes)
    }
  } finally {
    await part.close()
  }
}

/** Returns a hasher of the first `bytes` of a partial file, which is needed after a restart of the agent. */
export async function hashLying({ part }: SceneFiles, bytes: number): Promise<ContentHasher> {
  const hasher = createContentHasher()
  if (bytes === 0) return hasher
  for await (const some of createReadStream(part, { end: bytes - 1 })) hasher.add(some)
  return hasher
}

export interface ReceivedScene {
  scene: Sha256
  kind: SceneKind
  files: SceneFiles
  digest: Sha256
  at: Date
  allow(bytes: number): Promise<void>
  signal: AbortSignal
}

/**
 * Makes a scene ready whose bytes are complete. Throws `AgentRefused('invalid_input')` if its hash differs from its
 * name or its zip is invalid; its bytes are unusable then.
 */
export async function finishScene(arrived: ReceivedScene): Promise<SceneFacts> {
  const { scene, kind, files, digest } = arrived
  if (digest !== scene) {
    const text = `The upload does not match the scene: its content hash is ${digest}. It was deleted.`
    throw new AgentRefused('invalid_input', text)
  }
  const { size: sentBytes } = await stat(files.part)
  await rm(files.unpacking, { recursive: true, force: true })
  await makeOpenFolder(files.unpacking)
  const bytes = kind === 'zip' ? await unpack(arrived) : await moveFile(files, kind, sentBytes)
  const facts = { version: 1, kind, sent_bytes: sentBytes, disk_bytes: bytes } as const
  await settleScene(files, facts, arrived.at)
  return facts
}

async function unpack({ files, allow, signal }: ReceivedScene): Promise<number> {
  const options = { zipFile: files.part, folder: files.unpacking, allow, signal }
  return (await unpackZip(options)).bytes
}

async function moveFile(
  files: SceneFiles,
  kind: keyof typeof loneFileNames,
  bytes: number,
): Promise<number> {
  const file = join(files.unpacking, loneFileNames[kind])
  await rename(files.part, file)
  await chmod(file, 0o644)
  return bytes
}

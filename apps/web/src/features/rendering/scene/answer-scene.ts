import { blobSource } from '@gridloom/blend/blob'
import { readScene } from '@gridloom/blend/read-scene'
import { SceneBroken } from '@gridloom/blend/scene-broken'
import { hashBlocks } from './hash-blocks.ts'
import type { SceneReply, SceneRequest } from './scene-messages.ts'

const unreadable = 'The file could not be read. It may have been moved or changed. Choose it again.'

/** Handles one request about a file, in the worker. Never rejects: errors are sent as a reply. */
export async function answerScene(
  request: SceneRequest,
  reply: (reply: SceneReply) => void,
): Promise<void> {
  try {
    reply(await answer(request, reply))
  } catch (error) {
    // @NOTE only text can be posted to the page, and the user can do nothing about other errors
    reply({ kind: 'broken', text: error instanceof SceneBroken ? error.message : unreadable })
  }
}

async function answer(
  { kind, file }: SceneRequest,
  reply: (reply: SceneReply) => void,
): Promise<SceneReply> {
  if (kind === 'read') {
    return { kind: 'read', contents: await readScene(blobSource(file), file.name) }
  }
  const hashes = await hashBlocks(file, (bytes) => reply({ kind: 'hashing', bytes }))
  return { kind: 'hashed', hashes }
}

import { describe, expect, it } from 'vitest'
import { answerScene } from './answer-scene.ts'
import type { SceneReply } from './scene-messages.ts'

describe('the scene worker', () => {
  it('explains why a file is not a scene', async () => {
    const replies = await answersTo('read', new TextEncoder().encode('<svg/>'))
    expect(replies).toHaveLength(1)
    expect(replies[0]).toMatchObject({ kind: 'broken', text: expect.stringMatching(/Blender/) })
  })

  it('asks the user to choose an unreadable file again', async () => {
    const file = asFile({
      name: 'gone.blend',
      size: 10,
      slice: () => ({ arrayBuffer: () => Promise.reject(new DOMException('gone')) }),
    })
    const replies: SceneReply[] = []
    await answerScene({ kind: 'read', file }, (reply) => replies.push(reply))
    expect(replies[0]).toMatchObject({
      kind: 'broken',
      text: expect.stringMatching(/Choose it again/),
    })
  })

  it('reports the progress of hashing, then all hashes', async () => {
    const replies = await answersTo('hash', new TextEncoder().encode('scene'))
    expect(replies.map(({ kind }) => kind)).toEqual(['hashing', 'hashed'])
  })
})

async function answersTo(kind: 'read' | 'hash', bytes: Uint8Array): Promise<SceneReply[]> {
  const slice = (from: number, to: number) => ({
    size: Math.min(to, bytes.length) - from,
    arrayBuffer: async () => bytes.slice(from, to).buffer,
  })
  const replies: SceneReply[] = []
  const file = asFile({ name: 'scene.blend', size: bytes.length, slice })
  await answerScene({ kind, file }, (reply) => replies.push(reply))
  return replies
}

/** Named cast: the code under test reads only these members. */
function asFile(part: object): File {
  return part as File
}

import { describe, expect, it } from 'vitest'
import { answerScene } from './answer-scene.ts'
import type { SceneReply } from './scene-messages.ts'

describe('what the worker answers', () => {
  it('to a file that is no scene: why, in words for a person', async () => {
    const replies = await answersTo('read', new TextEncoder().encode('<svg/>'))
    expect(replies).toHaveLength(1)
    expect(replies[0]).toMatchObject({ kind: 'broken', text: expect.stringMatching(/Blender/) })
  })

  it('to a file that the browser cannot read: that, and what to do', async () => {
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

  it('to a question for hashes: how far it is, then all of them', async () => {
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

/** Named cast: the code that is tested reads these members alone. */
function asFile(part: object): File {
  return part as File
}

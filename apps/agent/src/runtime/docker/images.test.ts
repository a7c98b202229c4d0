import { describe, expect, it } from 'vitest'
import { startEngineStandIn } from '../../../test/engine-stand-in.ts'
import { imageId, importImage } from './images.ts'

const signal = new AbortController().signal
const pulling = 'POST /images/create'
const loading = 'POST /images/load'

describe('importing an image', () => {
  it('tags a saved image with the requested name', async () => {
    const text = '{"stream":"Loaded image: other:1\\n"}\n'
    await using test = await startEngineStandIn({
      [loading]: { text },
      'POST /images/other:1/tag': { status: 201 },
    })
    await importImage(test.api, anArchive('mine:2'), signal)
    expect(test.lines().at(-1)).toBe('POST /images/other:1/tag?repo=mine&tag=2')
  })

  it('does not tag an image that the archive contains under that name', async () => {
    await using test = await startEngineStandIn({
      [loading]: { text: '{"stream":"Loaded image: mine:2\\n"}' },
      'GET /images/mine:2/json': { json: { Id: 'sha256:aa' } },
    })
    await importImage(test.api, anArchive('mine:2'), signal)
    expect(test.lines()).not.toContainEqual(expect.stringContaining('/tag'))
  })

  it('rejects an archive with several other images', async () => {
    const text = '{"stream":"Loaded image: a:1\\n"}\n{"stream":"Loaded image: b:1\\n"}\n'
    await using test = await startEngineStandIn({ [loading]: { text } })
    await expect(importImage(test.api, anArchive('mine:2'), signal)).rejects.toMatchObject({
      code: 'image_archive_broken',
      message: expect.stringContaining('does not contain this image'),
    })
  })

  it('rejects a truncated archive', async () => {
    const text = '{"error":"unexpected EOF"}\n'
    await using test = await startEngineStandIn({ [loading]: { text } })
    await expect(importImage(test.api, anArchive('mine:2'), signal)).rejects.toMatchObject({
      code: 'image_archive_broken',
    })
  })

  it('imports plain files with a name and the start command', async () => {
    await using test = await startEngineStandIn({ [pulling]: { text: '{"status":"sha256:1"}' } })
    const changes = ['CMD ["/bin/sh"]', 'ENV A=b']
    const archive = { image: 'base:1', stream: bytes(), kind: 'root_file_system', changes } as const
    await importImage(test.api, { ...archive, changes }, signal)
    expect(test.asked).toEqual([
      {
        line: 'POST /images/create?fromSrc=-&repo=base&tag=1&changes=CMD+["/bin/sh"]&changes=ENV+A=b',
        body: 'archive',
      },
    ])
  })
})

describe('the id of an image', () => {
  it('is undefined if the image is missing, and fails if the engine fails', async () => {
    await using test = await startEngineStandIn({
      'GET /images/a:1/json': { json: { Id: 'sha256:aa' } },
      'GET /images/c:1/json': { status: 500, json: { message: 'broken' } },
    })
    expect(await imageId(test.api, 'a:1', signal)).toBe('aa')
    expect(await imageId(test.api, 'b:1', signal)).toBeUndefined()
    await expect(imageId(test.api, 'c:1', signal)).rejects.toThrow('broken')
  })
})

function anArchive(image: string) {
  return { image, stream: bytes(), kind: 'saved' } as const
}

async function* bytes(): AsyncIterable<Uint8Array> {
  yield bytesOf('archive')
}

function bytesOf(text: string): Buffer {
  return Buffer.from(text)
}

import { describe, expect, it } from 'vitest'
import { withRendering } from '../../../../test/render-site.ts'
import { rendered } from '../../../../test/rendered.ts'
import { FileMissing } from '../../../platform/files/files.ts'
import { fileKeys } from '../file-keys.ts'
import { formatOf, inspectPicture, keepPicture } from './inspect-picture.ts'
import { readPictureFile } from './read-file.ts'

describe('an arrived file', () => {
  it('is examined in the expected format', async () => {
    await using site = await withRendering()
    await site.files.put('render/arrived/a', [rendered('deep.png').bytes], site.ctx.signal)
    const looked = await inspectPicture(site.ctx, 'render/arrived/a', 'png')
    expect(looked).toMatchObject({ kind: 'picture', examined: { facts: { bits: 16 } } })
    const other = await inspectPicture(site.ctx, 'render/arrived/a', 'openexr')
    expect(other).toMatchObject({
      kind: 'none',
      problem: {
        code: 'not_a_picture',
        text: 'The result is not a valid picture. It is not an OpenEXR file.',
      },
    })
  })

  it('that is missing throws, and is not the machine’s problem', async () => {
    await using site = await withRendering()
    await expect(inspectPicture(site.ctx, 'render/arrived/none', 'png')).rejects.toBeInstanceOf(
      FileMissing,
    )
  })

  it('is not read once the signal has aborted', async () => {
    await using site = await withRendering()
    await site.files.put('render/arrived/a', [rendered('deep.png').bytes], site.ctx.signal)
    const gone = { ...site.ctx, signal: AbortSignal.abort(new Error('gone')) }
    await expect(readPictureFile(gone, 'render/arrived/a')).rejects.toThrow('gone')
  })

  it('is an OpenEXR for a sample range, whatever the format of the frames', async () => {
    await using site = await withRendering()
    const { id } = await site.job({ settings: { format: 'jpeg' } })
    const job = await site.jobRow(id)
    if (job === undefined) throw new Error('it is there')
    expect(formatOf(job, { sample_range: null })).toBe('jpeg')
    expect(formatOf(job, { sample_range: { offset: 0, count: 4 } })).toBe('openexr')
  })
})

describe('a stored picture', () => {
  it('has its hash as its name, and previews if it is a whole frame', async () => {
    await using site = await withRendering()
    const { id } = await site.job()
    const examined = await site.ctx.pictures.examine(rendered('honest.png'), site.ctx.signal)
    for (const part of [0, 1]) {
      const framePart = { job_id: id, number: 4, part }
      const kept = await keepPicture(site.ctx, framePart, examined)
      // Storing it twice is safe.
      expect(await keepPicture(site.ctx, framePart, examined)).toEqual(kept)
      const name = { number: 4, part, sha256: kept.sha256 }
      expect(await site.readFile(fileKeys.picture(id, name))).toEqual(examined.cleaned)
      const preview = await site.files.size(fileKeys.preview(id, name, 'small'))
      expect(preview === undefined).toBe(part === 1)
    }
  })

  it('has one name for the same pixels, whatever the metadata of the files', async () => {
    await using site = await withRendering()
    const { bytes, format } = rendered('honest.png')
    const { cleaned } = await site.ctx.pictures.examine({ bytes, format }, site.ctx.signal)
    const again = await site.ctx.pictures.examine({ bytes: cleaned, format }, site.ctx.signal)
    const framePart = { job_id: (await site.job()).id, number: 1, part: 0 }
    const names = []
    for (const examined of [
      again,
      await site.ctx.pictures.examine({ bytes, format }, site.ctx.signal),
    ])
      names.push((await keepPicture(site.ctx, framePart, examined)).sha256)
    expect(new Set(names).size).toBe(1)
  })
})

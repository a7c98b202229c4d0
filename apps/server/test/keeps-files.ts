import { readdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { buffer } from 'node:stream/consumers'
import { expect, it } from 'vitest'
import { type FileDriver, FileMissing } from '#platform/files/files'

const never = new AbortController().signal

/** A store of files with small parts, so that a few hundred bytes take several. */
export interface FilesSite {
  files: FileDriver
  [Symbol.asyncDispose](): Promise<void>
}

/** The tests that every driver of the file store must pass. */
export function keepsFiles(setup: () => Promise<FilesSite>): void {
  it('returns a stored file byte by byte, with its size', async () => {
    await using site = await setup()
    const { files } = site
    for (const size of [0, 1, 99, 100, 101, 200, 1_234]) {
      const key = `some/folder/file-${size}`
      await expect(files.put(key, piecesOf(size), never)).resolves.toBe(size)
      await expect(files.size(key)).resolves.toBe(size)
      expect(await readAll(files, key)).toEqual(wholeOf(size))
    }
  })

  it('reads ranges with an exclusive end, and nothing beyond the end', async () => {
    await using site = await setup()
    const { files } = site
    await files.put('a', piecesOf(1_000), never)
    const whole = wholeOf(1_000)
    expect(await readAll(files, 'a', { start: 10, end: 20 })).toEqual(whole.subarray(10, 20))
    expect(await readAll(files, 'a', { start: 990 })).toEqual(whole.subarray(990))
    expect(await readAll(files, 'a', { start: 990, end: 5_000 })).toEqual(whole.subarray(990))
    expect(await readAll(files, 'a', { start: 5, end: 5 })).toHaveLength(0)
    expect(await readAll(files, 'a', { start: 1_000 })).toHaveLength(0)
    expect(await readAll(files, 'a', { start: 3_000 })).toHaveLength(0)
  })

  it('replaces a whole file', async () => {
    await using site = await setup()
    const { files } = site
    await files.put('a', piecesOf(1_000), never)
    await files.put('a', piecesOf(10), never)
    expect(await readAll(files, 'a')).toEqual(wholeOf(10))
  })

  it('keeps the earlier file when a newer one breaks off', async () => {
    await using site = await setup()
    const { files } = site
    await files.put('a', piecesOf(500), never)
    await expect(files.put('a', brokenAfter(350), never)).rejects.toThrow('the source broke')
    expect(await readAll(files, 'a')).toEqual(wholeOf(500))
    await expect(files.put('b', brokenAfter(50), never)).rejects.toThrow('the source broke')
    await expect(files.size('b')).resolves.toBeUndefined()
  })

  it('stops writing when aborted, and leaves nothing', async () => {
    await using site = await setup()
    const { files } = site
    const stop = new AbortController()
    const endless = async function* () {
      for (let sent = 0; ; sent += 50) {
        if (sent === 350) stop.abort(new Error('told to stop'))
        yield wholeOf(50)
      }
    }
    await expect(files.put('a', endless(), stop.signal)).rejects.toThrow()
    await expect(files.size('a')).resolves.toBeUndefined()
  })

  it('reports a missing file', async () => {
    await using site = await setup()
    const { files } = site
    await files.put('folder/file', piecesOf(5), never)
    for (const key of ['nothing', 'folder', 'folder/file/below', 'folder/other']) {
      await expect(files.size(key)).resolves.toBeUndefined()
      await expect(readAll(files, key)).rejects.toThrow(FileMissing)
    }
  })

  it('deletes one file, idempotently, and no other', async () => {
    await using site = await setup()
    const { files } = site
    await files.put('folder/one', piecesOf(5), never)
    await files.put('folder/one.more', piecesOf(5), never)
    await files.remove('folder/one')
    await files.remove('folder/one')
    await expect(files.size('folder/one')).resolves.toBeUndefined()
    await expect(files.size('folder/one.more')).resolves.toBe(5)
  })

  it('deletes a whole folder, and no file whose name only starts with the same text', async () => {
    await using site = await setup()
    const { files } = site
    for (const key of ['jobs/1/a', 'jobs/1/deep/b', 'jobs/12/a', 'jobs/1.a'])
      await files.put(key, piecesOf(5), never)
    await files.removeAll('jobs/1/')
    await files.removeAll('jobs/none/')
    const sizes = ['jobs/1/a', 'jobs/1/deep/b', 'jobs/12/a', 'jobs/1.a'].map(files.size)
    expect(await Promise.all(sizes)).toEqual([undefined, undefined, 5, 5])
  })

  it('moves a finished file out of the scratch folder', async () => {
    await using site = await setup()
    const { files } = site
    const file = path.join(files.scratchFolder, 'made')
    await writeFile(file, wholeOf(777))
    await files.adopt('scenes/made', file, never)
    expect(await readAll(files, 'scenes/made')).toEqual(wholeOf(777))
    expect(await readdir(files.scratchFolder)).not.toContain('made')
  })

  it('lets a reader leave a file midway', async () => {
    await using site = await setup()
    const { files } = site
    await files.put('a', piecesOf(5_000), never)
    for await (const piece of files.read('a')) {
      expect(piece.length).toBeGreaterThan(0)
      break
    }
    await files.remove('a')
  })

  it('rejects keys and prefixes that lead elsewhere', async () => {
    await using site = await setup()
    const { files } = site
    const keys = ['../a', 'a/../../b', '/etc/passwd', 'a//b', 'a/', '', '.', 'a/./b', '.incoming/a']
    for (const key of [...keys, 'a\\b', 'a\0b', 'a b', 'ä', `${'a/'.repeat(500)}a`]) {
      await expect(files.put(key, piecesOf(1), never), key).rejects.toThrow(TypeError)
      await expect(readAll(files, key), key).rejects.toThrow(TypeError)
      await expect(async () => files.size(key), key).rejects.toThrow(TypeError)
      await expect(async () => files.remove(key), key).rejects.toThrow(TypeError)
    }
    for (const prefix of ['', '/', 'a', '../', 'a/../'])
      await expect(async () => files.removeAll(prefix), prefix).rejects.toThrow(TypeError)
  })
}

async function readAll(files: FileDriver, key: string, range?: { start: number; end?: number }) {
  return buffer(files.read(key, range))
}

/** Bytes that differ from position to position. */
function wholeOf(size: number): Buffer {
  return Buffer.from(Uint8Array.from({ length: size }, (_, at) => (at * 31 + (at >> 8)) % 251))
}

/** The same bytes in pieces of odd sizes. */
async function* piecesOf(size: number): AsyncGenerator<Uint8Array> {
  const whole = wholeOf(size)
  for (let at = 0, step = 1; at < size; at += step, step = (step * 3 + 1) % 67 || 7)
    yield whole.subarray(at, at + step)
}

async function* brokenAfter(size: number): AsyncGenerator<Uint8Array> {
  yield wholeOf(size)
  throw new Error('the source broke')
}

import { describe, expect, it } from 'vitest'
import type { FileSource, OpenedFile, WalkedFile } from './file-source.ts'
import { zipFolder } from './zip-folder.ts'

describe('zipFolder', () => {
  it('ends, and closes its file, for a reader who leaves while the file is opened', async () => {
    const site = aFolder()
    const zip = zipFolder(site.source, { folder: bytesOf('/f'), name: bytesOf('f') })
    await zip.next()
    const leaving = zip.return()
    site.opened.resolve(site.file)
    await leaving
    expect(site.closed).toBe(1)
  })

  it('ends, and closes its file, for a reader who leaves while the file is read', async () => {
    const site = aFolder()
    site.opened.resolve(site.file)
    const zip = zipFolder(site.source, { folder: bytesOf('/f'), name: bytesOf('f') })
    await zip.next()
    await zip.next()
    await zip.return()
    expect(site.closed).toBe(1)
  })

  it('fails for a reader who waits, when its file breaks off', async () => {
    const site = aFolder()
    const broken = new Error('the connection ended')
    site.opened.resolve({
      ...site.file,
      async *bytes() {
        yield Buffer.alloc(1)
        await new Promise((resolve) => setImmediate(resolve))
        throw broken
      },
    })
    const zip = zipFolder(site.source, { folder: bytesOf('/f'), name: bytesOf('f') })
    await expect(Array.fromAsync(zip)).rejects.toBe(broken)
    expect(site.closed).toBe(1)
  })
})

const bytesOf = (text: string) => Buffer.from(text)

/** A folder with one file without an end, which is open once the test says so. */
function aFolder() {
  const attributes = { sizeBytes: 2 ** 40, userId: 0, groupId: 0, rawMode: 0o100644, modifiedS: 0 }
  const found = { name: bytesOf('a'), user: null, group: null, target: null, targetKind: null }
  const opened = Promise.withResolvers<OpenedFile>()
  let closed = 0
  const file: OpenedFile = {
    attributes,
    close: async () => {
      closed = 1
    },
    async *bytes() {
      for (;;) yield Buffer.alloc(65_536)
    },
  }
  const walked: WalkedFile[] = [
    {
      path: Buffer.alloc(0),
      found: { ...found, attributes: { ...attributes, rawMode: 0o040755 } },
      open: () => Promise.reject(new Error('a folder')),
    },
    { path: bytesOf('a'), found: { ...found, attributes }, open: () => opened.promise },
  ]
  const source: Pick<FileSource, 'signal' | 'walk'> = {
    signal: new AbortController().signal,
    async *walk() {
      yield* walked
    },
  }
  return {
    file,
    opened,
    source,
    get closed() {
      return closed
    },
  }
}

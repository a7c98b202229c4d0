import { describe, expect, it } from 'vitest'
import { droppedFiles } from './chosen-files.ts'

describe('what is dropped', () => {
  it('are its files and its empty folders, with their paths', async () => {
    const tree = aFolder('/tree', [
      aFile('/tree/a.txt'),
      aFolder('/tree/empty', []),
      aFolder('/tree/sub', [aFile('/tree/sub/b')]),
    ])
    const found = await droppedFiles(aDrop([tree, aFile('/c'), aFolder('/bare', [])]))
    expect(found.map(({ path, file }) => [path, file === null ? 'folder' : 'file'])).toEqual([
      ['tree/a.txt', 'file'],
      ['tree/empty', 'folder'],
      ['tree/sub/b', 'file'],
      ['c', 'file'],
      ['bare', 'folder'],
    ])
  })
})

function aDrop(entries: readonly object[]): DataTransfer {
  const items = entries.map((entry) => ({ webkitGetAsEntry: () => entry }))
  // Named cast: the only part of a drop that is read.
  return { items } as unknown as DataTransfer
}

function aFile(fullPath: string) {
  const file = (take: (file: File) => void) => take(new File(['x'], fullPath))
  return { isFile: true, isDirectory: false, fullPath, file }
}

/** As browsers do, it gives its entries one by one, and then none. */
function aFolder(fullPath: string, entries: readonly object[]) {
  const createReader = () => {
    const left = [...entries]
    return { readEntries: (take: (some: object[]) => void) => take(left.splice(0, 1)) }
  }
  return { isFile: false, isDirectory: true, fullPath, createReader }
}

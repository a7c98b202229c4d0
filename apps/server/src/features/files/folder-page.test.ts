import { expect, it } from 'vitest'
import type { FoundFile } from './file-source.ts'
import { collectPage } from './folder-page.ts'

const usual = { sort: 'name', order: 'asc', after: undefined, limit: 500 } as const

it('pages through 100,000 entries in order, each once, folders first', () => {
  const files = Array.from({ length: 100_000 }, (_, at) =>
    aFile(`n${(at * 7_919) % 100_000}`, { kind: at % 1_000 === 0 ? 'folder' : 'file' }),
  )
  const seen: string[] = []
  for (let after: string | undefined; ; ) {
    const collector = collectPage({ ...usual, limit: 20_000, after })
    for (const file of files) collector.add(file)
    const page = collector.page()
    expect(page.total).toBe(100_000)
    seen.push(...page.files.map(({ name }) => name.toString()))
    if (page.next === null) break
    after = page.next
  }
  const namesOf = (isFolder: boolean) =>
    files
      .filter(({ attributes }) => (attributes.rawMode >> 12 === 4) === isFolder)
      .map(({ name }) => name.toString())
      .sort()
  expect(seen).toEqual([...namesOf(true), ...namesOf(false)])
})

it.each([
  ['size', 'asc', ['c', 'a', 'b']],
  ['size', 'desc', ['b', 'a', 'c']],
  ['modified', 'asc', ['b', 'c', 'a']],
  ['name', 'desc', ['c', 'b', 'a']],
] as const)('sorts by %s, %s', (sort, order, names) => {
  const collector = collectPage({ ...usual, sort, order })
  collector.add(aFile('a', { sizeBytes: 2, modifiedS: 9 }))
  collector.add(aFile('b', { sizeBytes: 3, modifiedS: 1 }))
  collector.add(aFile('c', { sizeBytes: 1, modifiedS: 5 }))
  expect(collector.page().files.map(({ name }) => name.toString())).toEqual(names)
})

it('continues after a name of any bytes', () => {
  const names = [bytesOf('a\nb'), Buffer.from([0x63, 0xe9]), bytesOf('d.1.x')]
  const page = (after: string | undefined) => {
    const collector = collectPage({ ...usual, limit: 1, after })
    for (const name of names) collector.add({ ...aFile(''), name })
    return collector.page()
  }
  let next: string | null | undefined
  for (const name of names) {
    const found = page(next ?? undefined)
    expect(found.files[0]?.name).toEqual(name)
    next = found.next
  }
  expect(next).toBeNull()
})

it.each(['', 'x', '2.0.a', '0.a.b', '0.1.%', '0.1.'])('refuses %j as a position', (after) => {
  expect(() => collectPage({ ...usual, after })).toThrow('invalid_input')
})

interface Facts {
  kind?: 'file' | 'folder'
  sizeBytes?: number
  modifiedS?: number
}

function aFile(
  name: string,
  { kind = 'file', sizeBytes = 0, modifiedS = 0 }: Facts = {},
): FoundFile {
  const rawMode = (kind === 'file' ? 0o100000 : 0o040000) + 0o644
  return {
    name: Buffer.from(name),
    attributes: { sizeBytes, modifiedS, rawMode, userId: 0, groupId: 0 },
    ...{ user: null, group: null, target: null, targetKind: null },
  }
}

function bytesOf(text: string): Buffer {
  return Buffer.from(text)
}

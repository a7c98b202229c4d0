import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { attempts } from './escape-attempts.ts'

const root = fileURLToPath(new URL('../../../..', import.meta.url))
const here = fileURLToPath(new URL('.', import.meta.url))

describe('the list of attacks', () => {
  const rows = testsByRow(readFileSync(path.join(root, 'docs/security/attacks.md'), 'utf8'))

  it('has more than 40 rows, more than 40 of which name tests', () => {
    expect(rows.length).toBeGreaterThan(40)
    expect(rows.filter(({ tests }) => tests.length > 0).length).toBeGreaterThan(40)
  })

  it('names only tests that exist', () => {
    const missing = rows.flatMap(({ row, tests }) =>
      tests.filter((test) => !existsSync(fileOf(test))).map((test) => `${row}: ${test}`),
    )
    expect(missing).toEqual([])
  })

  it('has a test for every attempt to escape a rented container', () => {
    const played = playedRows()
    const unplayed = rows
      .filter(({ table, tests }) => table === 'Out of a rented container' && tests.length === 0)
      .flatMap(({ row }) => numbersIn(row))
      .filter((number) => !played.has(number))
    expect(unplayed).toEqual([])
  })
})

describe('the ASVS table', () => {
  it('names only tests that exist, by their exact titles', () => {
    const document = readFileSync(path.join(root, 'docs/security/asvs.md'), 'utf8')
    const named = [...document.matchAll(/`([\w./-]+\.test\.tsx?)`: (.*?)(?=<br>| \||$)/gm)]
    expect(named.length).toBeGreaterThan(50)
    const missing = named
      .map(([, file = '', title = '']) => ({ file, title: title.trim() }))
      .filter(({ file, title }) => !holdsTitle(path.join(root, file), title))
    expect(missing).toEqual([])
  })
})

interface Row {
  table: string
  row: string
  /** As the row names them: a path in the repository, or a file of this folder without `.integration.test.ts`. */
  tests: string[]
}

/** Tests are in the column of that name, or, in a table without one, in brackets after the result. */
function testsByRow(document: string): Row[] {
  let table = ''
  let columns: string[] = []
  return document.split('\n').flatMap((line) => {
    const [, heading] = /^## (.*)$/.exec(line) ?? []
    if (heading !== undefined) table = heading
    if (!line.startsWith('|')) {
      columns = []
      return []
    }
    const cells = line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim())
    if (columns.length === 0) {
      columns = cells
      return []
    }
    if (/^-+$/.test(cells[0] ?? '')) return []
    const at = columns.indexOf('test')
    const named = at === -1 ? bracketsOf(cells.at(-1) ?? '') : (cells[at] ?? '')
    const tests = [...named.matchAll(/`([^`]+)`/g)].map(([, test = '']) => test)
    return [{ table, row: cells[0] ?? '', tests }]
  })
}

function bracketsOf(cell: string): string {
  return [...cell.matchAll(/\(([^)]*)\)/g)].map(([, inside]) => inside).join(' ')
}

function fileOf(test: string): string {
  return test.includes('/') ? path.join(root, test) : path.join(here, `${test}.integration.test.ts`)
}

/** The row numbers that tests of this folder name, in a list or in their titles. */
function playedRows(): Set<number> {
  const titles = readdirSync(here)
    .filter((name) => name.endsWith('.integration.test.ts'))
    .flatMap((name) => [
      ...readFileSync(path.join(here, name), 'utf8').matchAll(/it\('rows? ([^:]*):/g),
    ])
  return new Set([
    ...attempts.map(({ row }) => row),
    ...titles.flatMap(([, numbers = '']) => numbersIn(numbers)),
  ])
}

/** `12`, `12–14`, `20 to 23 and 26`, `20–23, 26`. */
function numbersIn(text: string): number[] {
  return [...text.matchAll(/(\d+)(?:(?:–| to )(\d+))?/g)].flatMap(([, first, last = first]) =>
    Array.from({ length: Number(last) - Number(first) + 1 }, (_, nth) => Number(first) + nth),
  )
}

/** Whether the text of a file contains this title. */
function holdsTitle(file: string, title: string): boolean {
  return existsSync(file) && readFileSync(file, 'utf8').includes(title)
}

import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Benchmark } from '@gridloom/contract/machines/hardware'
import { describe, expect, it } from 'vitest'
import { openBenchmarkBook } from './book.ts'

describe('the book of figures', () => {
  it('keeps the newest figure of each kind over a restart', async () => {
    await using test = await setup()
    const book = await test.open()
    await book.record(aFigure({ value: 1 }))
    await book.record(aFigure({ value: 2 }))
    await book.record(aFigure({ kind: 'disk_read_mb_s', value: 3 }))
    const again = await test.open()
    expect(again.all().map(({ kind, value }) => [kind, value])).toEqual([
      ['cpu_single_mops', 2],
      ['disk_read_mb_s', 3],
    ])
  })

  it('tells whoever listens, until they stop', async () => {
    await using test = await setup()
    const book = await test.open()
    const received: number[] = []
    const end = book.onMeasured(({ value }) => received.push(value))
    await book.record(aFigure({ value: 1 }))
    end()
    await book.record(aFigure({ value: 2 }))
    expect(received).toEqual([1])
  })

  it('writes figures that come at once one after the other', async () => {
    await using test = await setup()
    const book = await test.open()
    await Promise.all([1, 2, 3, 4, 5].map((value) => book.record(aFigure({ value }))))
    expect((await test.open()).all()).toMatchObject([{ value: 5 }])
  })

  it('has written everything when it is closed, and nothing after', async () => {
    await using test = await setup()
    const book = await test.open()
    const recording = book.record(aFigure({ value: 1 }))
    await book[Symbol.asyncDispose]()
    await book.record(aFigure({ value: 2 }))
    expect((await test.open()).all()).toMatchObject([{ value: 1 }])
    await recording
  })

  it('is begun anew where the file is damaged', async () => {
    await using test = await setup()
    await writeFile(join(test.folder, 'benchmarks.json'), '[{"kind": "cpu')
    const book = await test.open()
    expect(book.has('cpu_single_mops')).toBe(false)
    await book.record(aFigure())
    expect((await test.open()).has('cpu_single_mops')).toBe(true)
  })
})

function aFigure(changes: Partial<Benchmark> = {}): Benchmark {
  return {
    kind: 'cpu_single_mops',
    value: 1,
    measured_at: '2026-01-01T00:00:00.000Z',
    ...changes,
  }
}

async function setup() {
  const folder = await mkdtemp(join(tmpdir(), 'gridloom-book-'))
  return {
    folder,
    open: () => openBenchmarkBook(folder),
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true }),
  }
}

import { expect, it } from 'vitest'
import { createOutput } from './output.ts'
import { type ListColumn, printList } from './print-list.ts'

interface Key {
  id: string
  name: string
}

const columns: readonly ListColumn<Key>[] = [
  { title: 'KEY', cell: ({ id }) => ({ text: id, tone: 'strong' }) },
  { title: 'NAME', cutTo: 4, cell: ({ name }) => name },
]
const keys: readonly Key[] = [
  { id: 'aaaa1111', name: 'a name that no narrow terminal has room for' },
  { id: 'b', name: 'short' },
]

it('prints a table to a pipe too: in full, aligned, without colours', async () => {
  const { output, text } = setup({ columns: undefined })
  await printList({ output }, keys, { empty: 'None.', columns })
  expect(text()).toBe(`KEY       NAME
aaaa1111  a name that no narrow terminal has room for
b         short
`)
})

it('fits the table to a terminal', async () => {
  const { output, text } = setup({ columns: 20 })
  await printList({ output }, keys, { empty: 'None.', columns })
  for (const line of text().split('\n')) expect(line.length).toBeLessThanOrEqual(20)
})

it('prints a sentence for an empty list, and JSON on request', async () => {
  const human = setup({ columns: 80 })
  await printList(human, [], { empty: 'None.', columns })
  expect(human.text()).toBe('None.\n')
  const json = setup({ columns: undefined, format: 'json' })
  await printList(json, keys, { empty: 'None.', columns })
  expect(JSON.parse(json.text())).toEqual(keys)
})

interface Setup {
  columns: number | undefined
  format?: 'human' | 'json'
}

function setup({ columns, format = 'human' }: Setup) {
  let written = ''
  const stdout = {
    columns,
    async write(text: string | Uint8Array) {
      written += String(text)
    },
  }
  const colour = columns === undefined ? 'auto' : 'never'
  return {
    output: createOutput({ stdout, stderr: stdout, format, colour }),
    text: () => written,
  }
}

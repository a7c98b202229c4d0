import { expect, it } from 'vitest'
import { mergeToolCalls } from './merge-tool-calls.ts'

it('merges the deltas of several calls, in the order of their first deltas', () => {
  const merged = mergeToolCalls([
    { index: 0, id: 'a', function: { name: 'add', arguments: '' } },
    { index: 1, id: 'b', function: { name: 'sub', arguments: '{' } },
    { index: 0, function: { arguments: '{"x":' } },
    { index: 1, function: { arguments: '}' } },
    { index: 0, function: { arguments: '1}' } },
  ])
  expect(merged).toEqual([
    { id: 'a', type: 'function', function: { name: 'add', arguments: '{"x":1}' } },
    { id: 'b', type: 'function', function: { name: 'sub', arguments: '{}' } },
  ])
})

it('treats a call without an index as a whole one', () => {
  const call = { id: 'a', function: { name: 'f', arguments: '{}' } }
  expect(mergeToolCalls([call, { ...call, id: 'b' }]).map(({ id }) => id)).toEqual(['a', 'b'])
})

it.each([[[null, 7, 'x']], [[{ index: -1 }]], [[{ id: 7 }]]])(
  'leaves out invalid deltas: %j',
  (deltas) => {
    expect(mergeToolCalls(deltas)).toEqual([])
  },
)

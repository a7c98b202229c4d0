import { expect, it } from 'vitest'
import { whatRemains } from './what-remains.ts'

it.each([
  [{ instances: 0, machines: 0, renders: 0, keys: 0 }, undefined],
  [{ instances: 1, machines: 0, renders: 0, keys: 0 }, '1 instance'],
  [{ instances: 0, machines: 2, renders: 0, keys: 1 }, '2 machines and 1 API key'],
  [
    { instances: 3, machines: 1, renders: 1, keys: 2 },
    '3 instances, 1 machine, 1 render job and 2 API keys',
  ],
])('says of %o: %s', (remains, text) => {
  expect(whatRemains(remains)).toBe(text)
})

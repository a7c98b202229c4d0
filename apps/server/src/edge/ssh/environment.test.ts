import { expect, it } from 'vitest'
import { createEnvironment } from './environment.ts'

it('takes variables with POSIX names, the last value of each', () => {
  const environment = createEnvironment()
  expect(environment.add('LANG', 'C.UTF-8')).toBe(true)
  expect(environment.add('LANG', 'de_DE.UTF-8')).toBe(true)
  expect(environment.entries()).toEqual([{ name: 'LANG', value: 'de_DE.UTF-8' }])
})

it.each([
  ['A=B', 'x'],
  ['', 'x'],
  ['1A', 'x'],
  ['A', 'x\0y'],
])('refuses %j=%j', (name, value) => {
  const environment = createEnvironment()
  expect(environment.add(name, value)).toBe(false)
  expect(environment.entries()).toEqual([])
})

it('takes 100 variables and 32 KiB', () => {
  const many = createEnvironment()
  for (let at = 0; at < 100; at += 1) expect(many.add(`V${at}`, '')).toBe(true)
  expect(many.add('V100', '')).toBe(false)
  expect(createEnvironment().add('A', 'x'.repeat(32 * 1024))).toBe(false)
})

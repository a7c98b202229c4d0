import { expect, it } from 'vitest'
import { blameForEnd, blameForStart } from './blame.ts'

it.each([
  ['gpu_missing', 'custom', 'gpu_missing'],
  ['engine_unreachable', 'custom', 'engine_failed'],
  ['image_not_found', 'starts_anywhere', null],
  ['registry_denied', 'starts_anywhere', null],
  ['start_failed', 'custom', null],
  ['start_failed', 'starts_anywhere', 'start_failed'],
  ['exited', 'starts_anywhere', 'start_failed'],
  ['disk_full', 'starts_anywhere', null],
  [null, 'starts_anywhere', null],
] as const)(
  'a start that failed for %s of a %s template is blamed on the machine as %s',
  (cause, template, blame) => {
    expect(blameForStart(cause, template)).toBe(blame)
  },
)

it('blames the machine for the end of a rental only where it lost what was rented', () => {
  expect(blameForEnd('disk_lost')).toBe('disk_lost')
  expect(blameForEnd('machine_removed')).toBe('machine_removed')
  expect(blameForEnd('exited')).toBeNull()
  expect(blameForEnd('balance_exhausted')).toBeNull()
  expect(blameForEnd(null)).toBeNull()
})

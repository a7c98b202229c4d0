import { expect, it } from 'vitest'
import { listAbove } from './list-above.ts'

it.each([
  ['/instance/myinstance/ins_1', '/instance/myinstance'],
  ['/machines/mch_1', '/machines'],
  ['/instance/myinstance', undefined],
  ['/machines', undefined],
  ['/operator/machines', undefined],
  ['/company', undefined],
])('the list above %s is %s', (path, list) => {
  expect(listAbove(path)).toBe(list)
})

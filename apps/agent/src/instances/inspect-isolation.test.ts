import { expect, it } from 'vitest'
import { inspectIsolation } from './inspect-isolation.ts'

it('reports to the provider how to keep containers out of its network', () => {
  expect(inspectIsolation({ kind: 'full' }, true).level).toBe('ok')
  const partial = inspectIsolation({ kind: 'partial', reason: 'not root' }, false)
  expect(partial).toMatchObject({ level: 'missing', text: 'not root' })
  expect(partial.remedy).toContain('apt-get install -y iptables')
  expect(partial.remedy).toContain('as root')
})

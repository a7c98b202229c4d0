import { describe, expect, it } from 'vitest'
import { formatVcpus } from './vcpus.ts'

describe('a number of vCPUs', () => {
  it.each([
    [16, '16'],
    [0.95, '0.95'],
    [1.904, '1.9'],
    [3.7999999, '3.8'],
  ])('%d is formatted as %s', (vcpus, text) => {
    expect(formatVcpus(vcpus)).toBe(text)
  })
})

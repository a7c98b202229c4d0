import { describe, expect, it } from 'vitest'
import { networkOf } from './network-of.ts'

describe('networkOf', () => {
  it.each([
    ['203.0.113.77', '203.0.113.0/24'],
    ['::ffff:203.0.113.9', '203.0.113.0/24'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:0DB8:0001:0002::9', '2001:db8:1:2::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ])('puts %s into its network', (address, network) => {
    expect(networkOf(address)).toBe(network)
  })

  it.each(['127.0.0.1', '127.3.2.1', '::1', '::ffff:127.0.0.1', 'nonsense', ''])(
    'knows no network of %j',
    (address) => {
      expect(networkOf(address)).toBeNull()
    },
  )
})

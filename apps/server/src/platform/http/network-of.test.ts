import { expect, it } from 'vitest'
import { callerNetwork, joiningNetwork } from './network-of.ts'

it.each([
  ['203.0.113.9', '203.0.113.9'],
  ['::ffff:203.0.113.9', '203.0.113.9'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::'],
  ['2001:DB8:1:2::1', '2001:db8:1:2::'],
  ['2001:db8:1:3::1', '2001:db8:1:3::'],
  ['::1', '::'],
  ['not an address', 'not an address'],
])('groups %s under %s', (address, network) => {
  expect(callerNetwork(address)).toBe(network)
})

it.each([
  ['203.0.113.77', '203.0.113.0/24'],
  ['::ffff:203.0.113.9', '203.0.113.0/24'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:0DB8:0001:0002::9', '2001:db8:1:2::/64'],
  ['fe80::1%eth0', 'fe80::/64'],
])('groups %s under the joining network %s', (address, network) => {
  expect(joiningNetwork(address)).toBe(network)
})

it.each(['127.0.0.1', '127.3.2.1', '::1', '::ffff:127.0.0.1', 'nonsense', ''])(
  'returns no joining network for %j',
  (address) => {
    expect(joiningNetwork(address)).toBeNull()
  },
)

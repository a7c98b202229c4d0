import { expect, it } from 'vitest'
import { isPublicAddress } from './public-address.ts'

it.each(['1.1.1.1', '93.184.216.34', '172.32.0.1', '2606:4700:4700::1111', '2a00:1450::1'])(
  'treats %s as public',
  (address) => {
    expect(isPublicAddress(address)).toBe(true)
  },
)

it.each([
  ...['127.0.0.1', '10.1.2.3', '192.168.0.1', '172.16.0.1', '169.254.169.254', '100.64.0.1'],
  ...['0.0.0.0', '224.0.0.1', '255.255.255.255', '198.18.0.1', '192.0.0.8'],
  ...['::1', '::', 'fe80::1', 'fe80::1%eth0', 'fc00::1', 'ff02::1', 'fec0::1'],
  ...['::ffff:10.0.0.1', '::ffff:93.184.216.34', '::127.0.0.1', '64:ff9b::7f00:1', '64:ff9b:1::1'],
  ...['2002:7f00:1::', '2001:0:1::1', '100::1'],
  ...['example.com', '', '2130706433', '0x7f.1', '127.1'],
])('does not treat %s as public', (address) => {
  expect(isPublicAddress(address)).toBe(false)
})

import { expect, it } from 'vitest'
import { Cidr, readNetwork } from './tcp-port.ts'

it.each([
  ['203.0.113.7', '203.0.113.7/32'],
  ['203.0.113.0/24', '203.0.113.0/24'],
  ['0.0.0.0/0', '0.0.0.0/0'],
  ['2001:db8::1', '2001:db8::1/128'],
  ['2001:db8::/32', '2001:db8::/32'],
])('reads %s as the network %s', (text, network) => {
  expect(readNetwork(text)).toBe(network)
  expect(Cidr.parse(network)).toBe(network)
})

it.each([
  '',
  'localhost',
  '203.0.113',
  '203.0.113.7/33',
  '2001:db8::/129',
  '/24',
  '1.2.3.4/08',
  ' 1.2.3.4',
])('takes “%s” for no network', (text) => expect(readNetwork(text)).toBeUndefined())

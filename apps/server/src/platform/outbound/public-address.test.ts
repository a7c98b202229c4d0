import { describe, expect, it } from 'vitest'
import { isAllowedUrl } from './checked-url.ts'
import { isPublicAddress } from './public-address.ts'

describe('isPublicAddress', () => {
  it.each([
    ['this network', '0.0.0.0'],
    ['private', '10.0.0.1'],
    ['private', '172.16.0.1'],
    ['private', '172.31.255.255'],
    ['private', '192.168.1.1'],
    ['carrier-grade NAT', '100.64.0.1'],
    ['carrier-grade NAT', '100.127.255.255'],
    ['loopback', '127.0.0.1'],
    ['loopback', '127.255.0.1'],
    ['link-local, cloud metadata', '169.254.169.254'],
    ['protocol assignments', '192.0.0.8'],
    ['documentation', '192.0.2.1'],
    ['documentation', '198.51.100.7'],
    ['documentation', '203.0.113.9'],
    ['benchmarks', '198.18.0.1'],
    ['6to4 relay', '192.88.99.1'],
    ['multicast', '224.0.0.1'],
    ['reserved', '240.0.0.1'],
    ['broadcast', '255.255.255.255'],
    ['unspecified', '::'],
    ['loopback', '::1'],
    ['mapped loopback', '::ffff:127.0.0.1'],
    ['mapped private', '::ffff:10.0.0.1'],
    ['mapped, hexadecimal', '::ffff:7f00:1'],
    ['mapped public', '::ffff:8.8.8.8'],
    ['compatible', '::127.0.0.1'],
    ['NAT64', '64:ff9b::7f00:1'],
    ['local NAT64', '64:ff9b:1::1'],
    ['discard', '100::1'],
    ['Teredo', '2001:0:53aa:64c::1'],
    ['documentation', '2001:db8::1'],
    ['6to4 of a private address', '2002:a00:1::1'],
    ['documentation', '3fff::1'],
    ['unique local', 'fc00::1'],
    ['unique local, AWS metadata', 'fd00:ec2::254'],
    ['link-local', 'fe80::1'],
    ['link-local with a zone', 'fe80::1%eth0'],
    ['a zone hides nothing', '2606:4700::1%eth0'],
    ['site-local', 'fec0::1'],
    ['multicast', 'ff02::1'],
    ['no address', 'example.com'],
    ['no address', ''],
  ])('refuses %s: %s', (_why, address) => {
    expect(isPublicAddress(address)).toBe(false)
  })

  it.each(['8.8.8.8', '1.1.1.1', '100.63.255.255', '100.128.0.1', '172.32.0.1', '2606:4700::1111'])(
    'accepts %s',
    (address) => expect(isPublicAddress(address)).toBe(true),
  )
})

describe('isAllowedUrl', () => {
  const allowed = (url: string) => isAllowedUrl(new URL(url), 'refuse')

  it.each([
    'http://127.0.0.1/',
    'http://2130706433/',
    'http://0x7f.1/',
    'http://0177.0.0.1/',
    'http://127.1/',
    'http://[::1]/',
    'http://[::ffff:127.0.0.1]/',
    'http://[::ffff:7f00:1]/',
    'http://localhost/',
    'http://LOCALHOST./',
    'http://api.localhost/',
    'http://printer.local/',
    'http://db/',
    'http://metadata.google.internal/computeMetadata/v1/',
    'http://169.254.169.254/latest/meta-data/',
    'http://１２７.０.０.１/',
    'https://user:secret@example.com/',
    'https://example.com:22/',
    'https://example.com:25/',
    'https://example.com:1023/',
    'ftp://example.com/',
    'file:///etc/passwd',
    'gopher://example.com/',
  ])('refuses %s', (url) => expect(allowed(url)).toBe(false))

  it.each([
    'https://example.com/hook',
    'http://example.com/hook?a=b',
    'https://example.com:8443/',
    'http://example.com:443/',
    'https://8.8.8.8/',
    'https://[2606:4700::1111]/',
  ])('accepts %s', (url) => expect(allowed(url)).toBe(true))
})

import { describe, expect, it } from 'vitest'
import { imageAddress, isLoginFor, registryNamed, registryOf } from './image-address.ts'

const digest = `sha256:${'a'.repeat(64)}`

describe('imageAddress', () => {
  it.each([
    ['debian', 'docker.io', 'library/debian', 'latest'],
    ['debian:12', 'docker.io', 'library/debian', '12'],
    ['owner/name:1', 'docker.io', 'owner/name', '1'],
    ['docker.io/debian', 'docker.io', 'library/debian', 'latest'],
    ['index.docker.io/library/debian:12', 'docker.io', 'library/debian', '12'],
    ['ghcr.io/owner/a/b:1.2', 'ghcr.io', 'owner/a/b', '1.2'],
    ['ghcr.io/name', 'ghcr.io', 'name', 'latest'],
    ['registry-1.docker.io/library/a', 'registry-1.docker.io', 'library/a', 'latest'],
    ['localhost/name', 'localhost', 'name', 'latest'],
    ['127.0.0.1:5000/a/b:1', '127.0.0.1:5000', 'a/b', '1'],
    [`ghcr.io/a/b:1@${digest}`, 'ghcr.io', 'a/b', digest],
    [`ghcr.io/a/b@${digest}`, 'ghcr.io', 'a/b', digest],
  ])('reads %s', (image, registry, repository, reference) => {
    expect(imageAddress(image)).toMatchObject({ registry, repository, reference })
  })

  it('asks Docker Hub at the host that answers for it, and others at their own', () => {
    expect(imageAddress('debian')?.apiHost).toBe('registry-1.docker.io')
    expect(imageAddress('ghcr.io/a/b')?.apiHost).toBe('ghcr.io')
  })

  it.each(['a/../../b', 'a/./b', 'a//b', 'ghcr.io/a/../b:1', 'a..b', 'a.-b', '', 'ghcr.io/'])(
    'reads nothing from %j, which would leave the path of the registry',
    (image) => expect(imageAddress(image)).toBeUndefined(),
  )
})

it('knows the registry of what is no reference otherwise', () => {
  expect(registryOf('10.0.0.1/a/../b')).toBe('10.0.0.1')
  expect(registryOf('a/../b')).toBe('docker.io')
})

it.each([
  ['GHCR.io', 'ghcr.io'],
  ['https://ghcr.io/', 'ghcr.io'],
  ['https://index.docker.io/v1/', 'docker.io'],
  ['registry-1.docker.io', 'docker.io'],
  ['docker.io', 'docker.io'],
  ['127.0.0.1:5000', '127.0.0.1:5000'],
])('reads the registry that a user calls %s', (server, registry) => {
  expect(registryNamed(server)).toBe(registry)
})

it.each([
  ['ghcr.io/a/b', '', true],
  ['ghcr.io/a/b', 'ghcr.io', true],
  ['debian', 'https://index.docker.io/v1/', true],
  ['ghcr.io/a/b', 'docker.io', false],
  ['debian', 'ghcr.io', false],
  ['ghcr.io:443/a/b', 'ghcr.io', false],
  ['evil.example/ghcr.io/a', 'ghcr.io', false],
])('gives the login for an image %s at %j: %j', (image, server, isFor) => {
  expect(isLoginFor(image, server)).toBe(isFor)
})

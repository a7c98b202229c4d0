import { describe, expect, it } from 'vitest'
import { createRegistries } from './registries.ts'

const addresses: Record<string, string[]> = {
  'ghcr.io': ['140.82.121.34', '2606:50c0:8000::1'],
  'inside.example': ['10.0.0.5'],
  'mixed.example': ['140.82.121.34', '127.0.0.1'],
  'mapped.example': ['::ffff:127.0.0.1'],
  'metadata.example': ['169.254.169.254'],
  'carrier.example': ['100.64.0.1'],
}

describe('pulling an image', () => {
  it.each(['debian:12', 'owner/name', 'docker.io/library/debian:12', 'ghcr.io/owner/name:1'])(
    'is allowed for %s',
    async (image) => {
      await expect(setup().allow(image)).resolves.toBeUndefined()
    },
  )

  it.each([
    ...['127.0.0.1/x:1', '10.0.0.1/x:1', '169.254.169.254/x:1', '100.100.1.1/x:1', '0.0.0.0/x:1'],
    ...['localhost/x:1', 'localhost:443/x:1', '127.0.0.1:3300/x:1', 'localhost:2299/x:1'],
    ...['ghcr.io:22/x:1', 'ghcr.io:5000/x:1', 'inside.example/x:1', 'mixed.example/x:1'],
    ...['mapped.example/x:1', 'metadata.example/x:1', 'carrier.example/x:1', 'unknown.example/x:1'],
    ...['127.1/x:1', '0x7f.1/x:1', '2130706433:443/x:1'],
  ])('is rejected for %s, without the reason', async (image) => {
    const registry = image.split('/')[0]
    await expect(setup().allow(image)).rejects.toMatchObject({
      code: 'registry_unreachable',
      message: `${registry} is not a public registry on port 443. Only those are allowed on this machine.`,
    })
  })

  it('is allowed from a private registry that the provider named, with its port', async () => {
    const registries = setup(['inside.example:5000', 'localhost'])
    await expect(registries.allow('inside.example:5000/x:1')).resolves.toBeUndefined()
    await expect(registries.allow('localhost/x:1')).resolves.toBeUndefined()
    await expect(registries.allow('inside.example/x:1')).rejects.toThrow()
    await expect(registries.allow('localhost:5000/x:1')).rejects.toThrow()
  })
})

function setup(named: string[] = []) {
  return createRegistries(named, async (host) => addresses[host] ?? [])
}

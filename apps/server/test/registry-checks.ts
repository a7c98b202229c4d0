import { type Clock, systemClock } from '@gridloom/async/clock'
import { ImageCheckRequest } from '@gridloom/contract/templates/image-check'
import { expect } from 'vitest'
import { checkImage } from '../src/features/templates/registry/check-image.ts'
import { digestOf, type FakeRegistry, guarded, json } from './fake-registry.ts'

export const login = { docker_repo_username: 'ada', docker_repo_password: 'pa:ss' }
export const basic = `Basic ${btoa('ada:pa:ss')}`
/** The parts of `a/b:1`, an image of the fake registry. */
export const configuration = { os: 'linux', architecture: 'amd64', config: {} }
export const manifest = {
  schemaVersion: 2,
  config: {
    mediaType: 'application/vnd.oci.image.config.v1+json',
    digest: digestOf(configuration),
    size: 10,
  },
  layers: [{ mediaType: 'layer', digest: digestOf('layer'), size: 1_000 }],
}
export const blobPath = `/v2/a/b/blobs/${digestOf(configuration)}`

/** A registry with a token service, as Docker Hub has one. */
export function hub(port: number) {
  const realm = `Bearer realm="https://auth.example:${port}/token?x=1",service="registry"`
  const open = (document: unknown) => guarded(realm, 'Bearer t0k', json(document))
  return {
    'registry.example/v2/': open({}),
    'registry.example/v2/a/b/manifests/1': open(manifest),
    [`registry.example${blobPath}`]: open(configuration),
    'auth.example/token': json({ token: 't0k' }),
  }
}

interface CheckRules {
  privateAddresses?: 'allow' | 'refuse'
  clock?: Clock
}

/** Asks the fake registry for `a/b:1`. */
export function check(
  { port }: FakeRegistry,
  changes: Partial<ImageCheckRequest> = {},
  { privateAddresses = 'allow', clock = systemClock }: CheckRules = {},
) {
  const { signal } = new AbortController()
  const registries = { privateAddresses, resolve: async () => ['127.0.0.1'] }
  const image_path_with_tag = `registry.example:${port}/a/b:1`
  return checkImage(
    { clock, signal, registries },
    ImageCheckRequest.parse({ image_path_with_tag, ...changes }),
  )
}

/** Expects a check to fail as one of the registry, with this part of the problem. */
export async function expectProblem(checking: Promise<unknown>, problem: string) {
  await expect(checking).rejects.toMatchObject({
    code: 'registry_failed',
    details: { problem: expect.stringContaining(problem) },
  })
}

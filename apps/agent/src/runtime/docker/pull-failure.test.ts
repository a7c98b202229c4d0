import { describe, expect, it } from 'vitest'
import { pullFailure } from './pull-failure.ts'

/** Recorded error texts of Docker Engine 20.10 to 28. */
const said = [
  [
    'Get "https://registry-1.docker.io/v2/": dial tcp: lookup registry-1.docker.io on 10.0.0.2:53: no such host',
    'registry_unreachable',
  ],
  [
    'Get "https://ghcr.io/v2/": net/http: request canceled while waiting for connection (Client.Timeout exceeded while awaiting headers)',
    'registry_unreachable',
  ],
  [
    'Get "https://r.example/v2/": x509: certificate signed by unknown authority',
    'registry_unreachable',
  ],
  [
    "pull access denied for nobody/nothing, repository does not exist or may require 'docker login': denied: requested access to the resource is denied",
    'image_not_found',
  ],
  ['manifest for debian:99 not found: manifest unknown: manifest unknown', 'image_not_found'],
  ['no matching manifest for linux/arm64/v8 in the manifest list entries', 'image_not_found'],
  ['Head "https://ghcr.io/v2/a/b/manifests/latest": unauthorized', 'registry_denied'],
  ['Head "https://ghcr.io/v2/a/b/manifests/latest": denied', 'registry_denied'],
  ['toomanyrequests: You have reached your pull rate limit.', 'registry_denied'],
  ['failed to register layer: write /usr/lib/x: no space left on device', 'disk_full'],
] as const

describe('pullFailure', () => {
  it.each(said)('maps "%s" to %s', (message, code) => {
    expect(pullFailure('ghcr.io/a/b:latest', message)).toMatchObject({ code, retry: 'never' })
  })

  it('names the registry and the image, and repeats no text of the engine', () => {
    const { message } = pullFailure('ghcr.io/a/b:latest', 'malformed HTTP status code "Debian-2"')
    expect(message).toBe('The machine could not reach ghcr.io to pull ghcr.io/a/b:latest.')
  })
})

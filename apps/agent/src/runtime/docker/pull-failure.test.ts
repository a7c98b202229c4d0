import { describe, expect, it } from 'vitest'
import { accessFailure, isAboutAccess, pullFailure } from './pull-failure.ts'

/** Recorded error texts of Docker Engine 20.10 to 28, of its containerd store, and of Podman. */
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
  ['received unexpected HTTP status: 503 Service Unavailable', 'registry_unreachable'],
  [
    "pull access denied for nobody/nothing, repository does not exist or may require 'docker login': denied: requested access to the resource is denied",
    'image_not_found',
  ],
  [
    'failed to resolve reference "docker.io/nobody/nothing:1": pull access denied, repository does not exist or may require authorization: server message: insufficient_scope: authorization failed',
    'image_not_found',
  ],
  ['manifest for debian:99 not found: manifest unknown: manifest unknown', 'image_not_found'],
  ['no matching manifest for linux/arm64/v8 in the manifest list entries', 'image_wrong_platform'],
  ['no match for platform in manifest: not found', 'image_wrong_platform'],
  [
    'choosing an image from manifest list docker://r.example/a:1: no image found in manifest list for architecture "arm64", variant "v8", OS "linux"',
    'image_wrong_platform',
  ],
  ['Head "https://ghcr.io/v2/a/b/manifests/latest": unauthorized', 'registry_denied'],
  ['Head "https://ghcr.io/v2/a/b/manifests/latest": denied', 'registry_denied'],
  ['Head "http://127.0.0.1:5000/v2/a/manifests/1": no basic auth credentials', 'registry_denied'],
  ['toomanyrequests: You have reached your pull rate limit.', 'registry_rate_limited'],
  [
    'failed to copy: httpReadSeeker: failed open: unexpected status code https://r.example/v2/a/blobs/sha256:1: 429 Too Many Requests',
    'registry_rate_limited',
  ],
  ['failed to register layer: write /usr/lib/x: no space left on device', 'disk_full'],
] as const

const failed = { image: 'ghcr.io/a/b:latest', hasLogin: false, hasBegun: false }

describe('pullFailure', () => {
  it.each(said)('maps "%s" to %s', (message, code) => {
    expect(pullFailure({ ...failed, message })).toMatchObject({ code, retry: 'never' })
  })

  it('names the registry and the image, and repeats no text of the engine', () => {
    const { message } = pullFailure({ ...failed, message: 'malformed HTTP status code "Debian-2"' })
    expect(message).toBe('The machine could not reach ghcr.io to pull ghcr.io/a/b:latest.')
  })

  it('says that a registry broke off in the midst of a pull', () => {
    const { message } = pullFailure({ ...failed, hasBegun: true, message: 'unexpected EOF' })
    expect(message).toBe('ghcr.io stopped answering while the machine pulled ghcr.io/a/b:latest.')
  })

  it('suggests a login where there is none, and none where there is one', () => {
    const message = 'pull access denied, repository does not exist'
    expect(pullFailure({ ...failed, message }).message).toContain('add a login to the template')
    expect(pullFailure({ ...failed, message, hasLogin: true }).message).toBe(
      'ghcr.io has no image ghcr.io/a/b:latest that the login of the template may pull.',
    )
  })

  it('names a login that is refused', () => {
    const message = 'unauthorized: authentication required'
    expect(pullFailure({ ...failed, message, hasLogin: true })).toMatchObject({
      code: 'registry_login_refused',
      message: 'ghcr.io did not accept the user name and password of the template.',
    })
  })

  it('keeps the queries of URLs out of the log', () => {
    const message = 'Get "https://auth.example/token?account=ada&scope=x": denied'
    const { cause } = pullFailure({ ...failed, message })
    expect(cause).toMatchObject({ message: 'Get "https://auth.example/token?…": denied' })
  })
})

it('tells a refused login from an image that a login may not pull', () => {
  const denied = { ...failed, hasLogin: true, message: 'denied: denied' }
  expect(isAboutAccess(denied.message)).toBe(true)
  expect(isAboutAccess('toomanyrequests: access denied for a while')).toBe(false)
  expect(accessFailure(denied, 'login_accepted')).toMatchObject({ code: 'image_not_found' })
  expect(accessFailure(denied, 'login_refused')).toMatchObject({ code: 'registry_login_refused' })
})

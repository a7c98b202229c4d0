import { describe, expect, it } from 'vitest'
import { engineAddresses, parseDockerHost } from './find-engine.ts'

describe('engineAddresses', () => {
  it('returns Docker first, then Podman, then rootless engines', () => {
    const found = engineAddresses({ dockerHost: undefined, runtimeDir: '/run/user/1000' })
    expect(found.map((address) => address.kind === 'socket' && address.path)).toEqual([
      '/var/run/docker.sock',
      '/run/podman/podman.sock',
      '/run/user/1000/docker.sock',
      '/run/user/1000/podman/podman.sock',
    ])
  })

  it('returns the named pipes of Windows', () => {
    const system = { platform: 'win32', home: 'C:/Users/ada' } as const
    expect(engineAddresses({ dockerHost: undefined, runtimeDir: undefined, system })[0]).toEqual({
      kind: 'socket',
      path: '//./pipe/docker_engine',
    })
  })

  it("returns sockets in the user's home on macOS, such as that of Docker Desktop", () => {
    const system = { platform: 'darwin', home: '/Users/ada' } as const
    expect(engineAddresses({ dockerHost: undefined, runtimeDir: undefined, system })).toEqual([
      { kind: 'socket', path: '/var/run/docker.sock' },
      { kind: 'socket', path: '/Users/ada/.docker/run/docker.sock' },
      { kind: 'socket', path: '/Users/ada/.colima/default/docker.sock' },
    ])
  })

  it('returns only the address that the operator set', () => {
    const found = engineAddresses({ dockerHost: 'unix:///tmp/x.sock', runtimeDir: '/run/user/1' })
    expect(found).toEqual([{ kind: 'socket', path: '/tmp/x.sock' }])
  })
})

describe('parseDockerHost', () => {
  it('parses a host and a port', () => {
    expect(parseDockerHost('tcp://10.0.0.5:2375')).toEqual({
      kind: 'tcp',
      host: '10.0.0.5',
      port: 2375,
    })
  })

  it('parses a named pipe as Docker writes it', () => {
    expect(parseDockerHost('npipe:////./pipe/docker_engine')).toEqual({
      kind: 'socket',
      path: '//./pipe/docker_engine',
    })
  })

  it('rejects an unsupported value by name', () => {
    expect(() => parseDockerHost('ssh://me@host')).toThrow(
      /DOCKER_HOST must be .* not ssh:\/\/me@host/,
    )
  })
})

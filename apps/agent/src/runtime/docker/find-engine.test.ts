import { describe, expect, it } from 'vitest'
import { engineAddresses, parseDockerHost } from './find-engine.ts'

describe('engineAddresses', () => {
  it("looks for Docker first, then Podman, then a user's own engine", () => {
    const found = engineAddresses({ dockerHost: undefined, runtimeDir: '/run/user/1000' })
    expect(found.map((address) => address.kind === 'socket' && address.path)).toEqual([
      '/var/run/docker.sock',
      '/run/podman/podman.sock',
      '/run/user/1000/docker.sock',
      '/run/user/1000/podman/podman.sock',
    ])
  })

  it('looks for the named pipes of Windows', () => {
    const system = { platform: 'win32', home: 'C:/Users/ada' } as const
    expect(engineAddresses({ dockerHost: undefined, runtimeDir: undefined, system })[0]).toEqual({
      kind: 'socket',
      path: '//./pipe/docker_engine',
    })
  })

  it("looks into a person's home on macOS, where Docker Desktop has its socket", () => {
    const system = { platform: 'darwin', home: '/Users/ada' } as const
    expect(engineAddresses({ dockerHost: undefined, runtimeDir: undefined, system })).toEqual([
      { kind: 'socket', path: '/var/run/docker.sock' },
      { kind: 'socket', path: '/Users/ada/.docker/run/docker.sock' },
      { kind: 'socket', path: '/Users/ada/.colima/default/docker.sock' },
    ])
  })

  it('looks nowhere else when the operator said where', () => {
    const found = engineAddresses({ dockerHost: 'unix:///tmp/x.sock', runtimeDir: '/run/user/1' })
    expect(found).toEqual([{ kind: 'socket', path: '/tmp/x.sock' }])
  })
})

describe('parseDockerHost', () => {
  it('takes a host and a port', () => {
    expect(parseDockerHost('tcp://10.0.0.5:2375')).toEqual({
      kind: 'tcp',
      host: '10.0.0.5',
      port: 2375,
    })
  })

  it('takes a named pipe as Docker writes it', () => {
    expect(parseDockerHost('npipe:////./pipe/docker_engine')).toEqual({
      kind: 'socket',
      path: '//./pipe/docker_engine',
    })
  })

  it('refuses what it cannot speak, by name', () => {
    expect(() => parseDockerHost('ssh://me@host')).toThrow(
      /DOCKER_HOST must be .* not ssh:\/\/me@host/,
    )
  })
})

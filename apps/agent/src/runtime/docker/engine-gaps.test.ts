import { describe, expect, it } from 'vitest'
import { engineGaps } from './engine-gaps.ts'
import { EngineHost, EngineVersion } from './engine-shapes.ts'
import { isRuncSafe } from './runc-version.ts'

describe('the isolation gaps of an engine', () => {
  it('are none on an updated Debian 12', () => {
    expect(gapsOf({})).toEqual([])
  })

  it.each([
    ['engine_version', { version: { Version: '19.03.15' } }],
    ['seccomp', { host: { SecurityOptions: ['name=apparmor'] } }],
    ['seccomp', { host: { SecurityOptions: null } }],
    ['resource_limits', { host: { PidsLimit: false } }],
    ['resource_limits', { host: { MemoryLimit: false } }],
    ['resource_limits', { host: { CpuCfsQuota: false } }],
    ['runc', { version: { Components: [{ Name: 'runc', Version: '1.1.5' }] } }],
  ])('contain %s', (gap, given) => {
    expect(gapsOf(given)).toEqual([gap])
  })

  it('are decided for Podman by its own version and runtime', () => {
    const Components = [{ Name: 'OCI Runtime (crun)', Version: 'crun version 1.8.1' }]
    expect(gapsOf({ kind: 'podman', version: { Version: '4.3.1', Components } })).toEqual([])
    expect(gapsOf({ kind: 'podman', version: { Version: '3.4.4', Components } })).toEqual([
      'engine_version',
    ])
  })
})

describe('isRuncSafe', () => {
  it.each([
    ['1.1.12'],
    ['1.3.0-rc.1'],
    ['2.0.0'],
    ['runc version 1.1.12\ncommit: v1.1.12-0-g51d5e946'],
    ['1.1.5+ds1-1+deb12u1'],
    ['1.1.5+ds1-1+deb12u2'],
    ['1.0.0~rc93+ds1-5+deb11u3'],
    ['1.1.7-0ubuntu1~22.04.2'],
    ['1.1.7-0ubuntu1~20.04.7'],
    ['1.1.7-0ubuntu2.2'],
  ])('accepts %s', (text) => {
    expect(isRuncSafe([text])).toBe(true)
  })

  it.each([
    ['1.1.11'],
    ['1.1.5+ds1'],
    ['1.1.5+ds1-1'],
    ['1.0.0~rc93+ds1-5+deb11u2'],
    ['1.1.7-0ubuntu1~22.04.1'],
    ['v1.0.0-0-gabc'],
    [''],
  ])('rejects "%s"', (text) => {
    expect(isRuncSafe([text])).toBe(false)
  })
})

function gapsOf(given: { kind?: 'docker' | 'podman'; version?: object; host?: object }) {
  const version = EngineVersion.parse({
    Version: '20.10.24+dfsg1',
    ApiVersion: '1.41',
    Components: [
      { Name: 'Engine', Version: '20.10.24+dfsg1', Details: { GitCommit: '5d6db84' } },
      { Name: 'runc', Version: '1.1.5+ds1', Details: { GitCommit: '1.1.5+ds1-1+deb12u1' } },
    ],
    ...given.version,
  })
  const host = EngineHost.parse({
    Driver: 'overlay2',
    SecurityOptions: ['name=seccomp,profile=default'],
    MemoryLimit: true,
    PidsLimit: true,
    CpuCfsQuota: true,
    ...given.host,
  })
  return engineGaps(given.kind ?? 'docker', { version, host })
}

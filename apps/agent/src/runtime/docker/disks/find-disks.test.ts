import { createTestClock } from '@gridloom/async/test-clock'
import { describe, expect, it } from 'vitest'
import { EngineHost } from '../engine-shapes.ts'
import { mountPointsIn } from './engine-process.ts'
import { findDisks, obstacleOf } from './find-disks.ts'

const clock = createTestClock()
const here = { isLocal: true, isRoot: true, platform: 'linux' } as const

describe('the obstacle to bounded disks', () => {
  it('is none for a local Docker with overlay2 and an agent that runs as root', () => {
    expect(obstacleOf(here, aHost({}))).toBeUndefined()
  })

  it.each([
    ['a virtual machine', { ...here, platform: 'darwin' as const }, {}],
    ['not the Docker of this machine', { ...here, isLocal: false }, {}],
    ['as root', { ...here, isRoot: false }, {}],
    ['btrfs', here, { Driver: 'btrfs' }],
    [
      'containerd',
      here,
      { Driver: 'overlayfs', DriverStatus: [['driver-type', 'io.containerd.snapshotter.v1']] },
    ],
  ])('is named: %s', (words, search, host) => {
    expect(obstacleOf(search, aHost(host))).toContain(words)
  })

  it('names missing tools', async () => {
    const execute = async () => {
      return { exitCode: 0, stdout: 'mkfs.ext4\nnsenter\n', stderr: '', failure: undefined }
    }
    const found = await findDisks({ ...here, clock, execute, owner: 'o' }, aHost({}))
    expect(found).toEqual({ kind: 'watched', reason: 'not installed: mkfs.ext4, nsenter' })
  })
})

it('parses the mount points of mountinfo', () => {
  const line = '42 27 254:0 /images/a /var/lib/docker rw,relatime shared:1 - ext4 /dev/vda rw'
  expect([...mountPointsIn(`${line}\n`)]).toEqual(['/var/lib/docker'])
})

function aHost(changes: object): EngineHost {
  return EngineHost.parse({ Driver: 'overlay2', DockerRootDir: '/var/lib/docker', ...changes })
}

import { describe, expect, it } from 'vitest'
import { MountPath, VolumeMounts } from './mount.ts'

const ids = ['vol_01jd3v8q6f7g8h9jkmnpqrstvw', 'vol_01jd3v8q6f7g8h9jkmnpqrstvx'] as const

describe('the path of a volume', () => {
  it.each(['/data', '/root', '/home/me/.cache', '/a/b-c_d+e@f.g', '/...'])('may be %s', (path) => {
    expect(MountPath.safeParse(path).success).toBe(true)
  })

  it.each([
    '',
    '/',
    'data',
    '/data/',
    '/a//b',
    '/a/../b',
    '/a/.',
    '/..',
    '/a b',
    '/a:b',
    '/a\nb',
    '/ä',
    '/proc',
    '/proc/self',
    '/sys/fs',
    '/dev/shm',
    '/.gridloom',
    '/.gridloom-start/x',
    `/${'a'.repeat(255)}`,
  ])('may not be %j', (path) => {
    expect(MountPath.safeParse(path).success).toBe(false)
  })
})

describe('the volumes of an instance', () => {
  const mounts = (...paths: string[]) =>
    paths.map((path, at) => ({ volume_id: ids[at % 2], path, mode: 'read_write' }))

  it('are writable unless the order says otherwise', () => {
    expect(VolumeMounts.parse([{ volume_id: ids[0], path: '/data' }])).toMatchObject([
      { mode: 'read_write' },
    ])
  })

  it('are each attached once, and none within another', () => {
    expect(VolumeMounts.safeParse(mounts('/a', '/ab')).success).toBe(true)
    expect(VolumeMounts.safeParse(mounts('/a', '/a')).success).toBe(false)
    expect(VolumeMounts.safeParse(mounts('/a/b', '/a')).success).toBe(false)
    expect(VolumeMounts.safeParse(mounts('/a', '/b', '/c')).success).toBe(false)
  })

  it('leave the folder of SSH keys writable', () => {
    const readOnly = (path: string) => [{ volume_id: ids[0], path, mode: 'read_only' }]
    expect(VolumeMounts.safeParse(readOnly('/root')).success).toBe(false)
    expect(VolumeMounts.safeParse(readOnly('/root/.ssh')).success).toBe(false)
    expect(VolumeMounts.safeParse(readOnly('/root/data')).success).toBe(true)
    expect(VolumeMounts.safeParse(mounts('/root')).success).toBe(true)
  })
})

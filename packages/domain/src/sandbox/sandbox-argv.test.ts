import { describe, expect, it } from 'vitest'
import {
  isOtherUser,
  type SandboxMode,
  type SandboxOptions,
  sandboxArgv,
  sandboxUserIds,
} from './sandbox-argv.ts'

const modes: SandboxMode[] = ['as_root', 'as_root_unnested', 'user_namespace']

describe('the command line of a sandbox', () => {
  it.each(modes)(
    'has no network, privileges or environment, and dies with its parent: %s',
    (mode) => {
      const argv = setup({}, mode)
      expect(argv.join(' ')).toContain('--cap-drop ALL')
      for (const word of ['--unshare-net', '--unshare-pid', '--clearenv', '--die-with-parent']) {
        expect(argv).toContain(word)
      }
      expect(argv).toContain('--new-session')
    },
  )

  it.each(modes)('has one filter, after all namespaces: %s', (mode) => {
    const argv = setup({}, mode)
    expect(argv.filter((word) => word === '--seccomp')).toHaveLength(1)
    const [, ...behind] = argv.join(' ').split('--seccomp 3')
    expect(behind.join('')).not.toContain('--unshare')
  })

  it('switches to a dedicated user as root, and to nobody in a closed user namespace', () => {
    const asRoot = setup({}, 'as_root').join(' ')
    expect(asRoot).toContain(`-- setpriv --reuid=${userId} --regid=${userId} --clear-groups`)
    expect(asRoot).toContain('--no-new-privs -- bwrap --unshare-user --disable-userns --uid 65534')
    expect(asRoot).not.toMatch(/--unshare-user.*setpriv/)
    const unnested = setup({}, 'as_root_unnested').join(' ')
    expect(unnested).toContain('--no-new-privs -- prlimit')
    expect(unnested).not.toContain('--unshare-user')
    const apart = setup({}, 'user_namespace').join(' ')
    expect(apart).toContain('--unshare-user --disable-userns --uid 65534 --gid 65534')
    expect(apart).not.toContain('setpriv')
    expect(modes.map((mode) => isOtherUser({ mode, disablesUserns: true }))).toEqual([
      ...[true, true, false],
    ])
  })

  it('uses no option that an old bubblewrap lacks', () => {
    expect(setup({ means: { mode: 'as_root', disablesUserns: false } })).not.toContain(
      '--disable-userns',
    )
  })

  it('limits processes, file sizes and core dumps', () => {
    const bound = 'prlimit --core=0 --nproc=64 --fsize=4096 -- blender -b'
    for (const mode of modes) expect(setup({}, mode).join(' ').endsWith(bound)).toBe(true)
  })

  it('writes to the folders of the machine that are named, and starts there', () => {
    const argv = setup({ writable: { '/data/job': '/work/out' } }).join(' ')
    expect(argv).toContain('--bind /data/job /work/out --chdir /work/out')
  })

  it('mounts nothing of the machine writable, and limits memory file systems', () => {
    const argv = setup({ scratch: { '/out': 2_048 } }).join(' ')
    expect(argv).toContain('--ro-bind /data/scene /scene')
    expect(argv).not.toMatch(/ --bind /)
    expect(argv).toContain('--size 2048 --tmpfs /out --chdir /out --remount-ro /')
    expect(argv).toContain('--size 1024 --tmpfs /tmp')
    expect(argv).toContain('--size 1024 --tmpfs /dev/shm --remount-ro /dev')
  })

  it('keeps the system’s links, and makes parent folders readable', () => {
    const argv = setup({ seen: ['/opt/blender/4.2'], readOnly: { '/a': '/inputs/b' } }).join(' ')
    expect(argv).toContain('--ro-bind /usr /usr --symlink usr/bin /bin')
    expect(argv).toContain('--perms 0755 --dir /opt --perms 0755 --dir /opt/blender')
    expect(argv).toContain('--perms 0755 --dir /inputs --ro-bind')
  })

  it('mounts GPUs and adds their groups only if one is used', () => {
    expect(setup({}).join(' ')).not.toContain('/sys')
    const gpuNodes = [
      { path: '/dev/dri/renderD128', groupId: 105 },
      { path: '/dev/nvidia0', groupId: 0 },
    ]
    const argv = setup({ gpuNodes }).join(' ')
    expect(argv).toContain('--dev-bind /dev/dri/renderD128 /dev/dri/renderD128')
    expect(argv).toContain('--ro-bind /sys /sys')
    expect(argv).toContain('--groups=105 ')
  })
})

const userId = sandboxUserIds.render

function setup(changes: Partial<SandboxOptions>, mode: SandboxMode = 'as_root'): string[] {
  return sandboxArgv({
    means: { mode, disablesUserns: true },
    profile: {
      ...{ hostname: 'render', userId, environment: { HOME: '/tmp' } },
      ...{ tmpBytesMax: 1_024, processesMax: 64 },
    },
    system: [
      { path: '/usr', linksTo: undefined },
      { path: '/bin', linksTo: 'usr/bin' },
    ],
    seen: [],
    readOnly: { '/data/scene': '/scene' },
    scratch: {},
    gpuNodes: [],
    fileBytesMax: 4_096,
    argv: ['blender', '-b'],
    ...changes,
  })
}

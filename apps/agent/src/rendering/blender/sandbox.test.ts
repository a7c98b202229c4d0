import { describe, expect, it } from 'vitest'
import { type SandboxAsked, sandboxArgv } from './sandbox.ts'

describe("the sandbox's words", () => {
  it('give no network, no rights, no environment and no life beyond ours, in both modes', () => {
    for (const mode of ['as_root', 'user_namespace'] as const) {
      const argv = setup({ mode })
      expect(argv.some((word) => word === '--unshare-net' || word === '--unshare-all')).toBe(true)
      expect(argv.join(' ')).toContain('--cap-drop ALL')
      for (const word of ['--clearenv', '--die-with-parent', '--new-session']) {
        expect(argv).toContain(word)
      }
    }
  })

  it('become nobody for real as root, and by a namespace otherwise', () => {
    const asRoot = setup({ mode: 'as_root' }).join(' ')
    expect(asRoot).toContain('-- setpriv --reuid=65534 --regid=65534 --clear-groups')
    expect(asRoot).toContain('--bounding-set=-all --no-new-privs -- blender -b')
    const apart = setup({ mode: 'user_namespace' }).join(' ')
    expect(apart).toContain('--unshare-user --uid 65534 --gid 65534')
    expect(apart).toContain('--remount-ro / -- blender -b')
  })

  it('bind the scene to be read and one folder to be written', () => {
    const argv = setup({}).join(' ')
    expect(argv).toContain('--ro-bind /data/scene /scene')
    expect(argv).toContain('--bind /data/out /out --chdir /out')
    expect(argv.match(/ --bind /g)).toHaveLength(1)
  })

  it('keep links of the system links, and make folders on the way readable', () => {
    const argv = setup({ engineFolders: ['/opt/blender/4.2'] }).join(' ')
    expect(argv).toContain('--ro-bind /usr /usr --symlink usr/bin /bin')
    expect(argv).toContain('--perms 0755 --dir /opt --perms 0755 --dir /opt/blender --ro-bind')
  })

  it('bound the temporary folder, and close devices after all', () => {
    const argv = setup({}).join(' ')
    expect(argv).toContain('--size 1024 --tmpfs /tmp')
    expect(argv).toContain('--size 1024 --tmpfs /dev/shm --remount-ro /dev')
  })

  it('show GPUs and their groups only where one is used', () => {
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

function setup(changes: Partial<SandboxAsked>): string[] {
  return sandboxArgv({
    mode: 'as_root',
    system: [
      { path: '/usr', linksTo: undefined },
      { path: '/bin', linksTo: 'usr/bin' },
    ],
    engineFolders: [],
    readOnly: { '/data/scene': '/scene' },
    writable: { from: '/data/out', to: '/out' },
    gpuNodes: [],
    tmpBytesMax: 1_024,
    argv: ['blender', '-b'],
    ...changes,
  })
}

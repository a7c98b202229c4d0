/** How Blender is kept in: as a real other user where the agent is root, else by a user namespace. */
export type SandboxMode = 'as_root' | 'user_namespace'

export interface SandboxAsked {
  mode: SandboxMode
  /** What is there on the machine of {@link systemPaths}, and where it points if it is a link. */
  system: readonly SystemPath[]
  /** Folders that are seen where they are, to be read only: the engine's own. */
  engineFolders: readonly string[]
  /** Other folders to be read only: path on the machine → path inside. */
  readOnly: Readonly<Record<string, string>>
  /** The one folder that may be written, and where it is inside. */
  writable: { from: string; to: string } | undefined
  /** Device nodes of GPUs with the groups that may use them; empty where none is used. */
  gpuNodes: readonly GpuNode[]
  tmpBytesMax: number
  argv: readonly string[]
}

export interface SystemPath {
  path: string
  /** `undefined`: a folder or file of its own. */
  linksTo: string | undefined
}

export interface GpuNode {
  path: string
  groupId: number
}

/** All of the machine that a program needs to start and to find its libraries and fonts; nothing here is private. */
export const systemPaths = [
  '/usr',
  '/bin',
  '/sbin',
  '/lib',
  '/lib32',
  '/lib64',
  '/etc/ld.so.cache',
  '/etc/alternatives',
  '/etc/fonts',
  '/etc/OpenCL',
  '/etc/vulkan',
  '/nix/store',
  '/run/opengl-driver',
] as const

/** The user that owns nothing: `nobody` on every Linux. */
export const sandboxUserId = 65_534

const environment = {
  PATH: '/usr/local/bin:/usr/bin:/bin',
  HOME: '/tmp',
  TMPDIR: '/tmp',
  XDG_CACHE_HOME: '/tmp',
  BLENDER_USER_RESOURCES: '/tmp',
  BLENDER_USER_CONFIG: '/tmp',
  LC_ALL: 'C.UTF-8',
  PYTHONNOUSERSITE: '1',
  PYTHONDONTWRITEBYTECODE: '1',
} as const

/**
 * The words that run a program in the sandbox: no network, no processes but its own, no rights, a file system of
 * what is named, read only but for one folder and a `/tmp` of bounded size, and its end with ours.
 * See bwrap(1); where several words concern one path, the order is theirs.
 */
export function sandboxArgv(asked: SandboxAsked): string[] {
  return [
    'bwrap',
    ...apartWords[asked.mode],
    ...['--hostname', 'render', '--die-with-parent', '--new-session', '--clearenv'],
    ...Object.entries(environment).flatMap(([name, value]) => ['--setenv', name, value]),
    ...['/etc', '/nix', '/run'].flatMap(folderWords),
    ...asked.system.flatMap(systemWords),
    ...['--proc', '/proc', '--dev', '/dev'],
    ...['--perms', '1777', '--size', String(asked.tmpBytesMax), '--tmpfs', '/tmp'],
    ...['--perms', '1777', '--size', String(asked.tmpBytesMax), '--tmpfs', '/dev/shm'],
    ...gpuWords(asked.gpuNodes),
    ...['--remount-ro', '/dev'],
    ...asked.engineFolders.flatMap(ancestorsOf).flatMap(folderWords),
    ...asked.engineFolders.flatMap((folder) => ['--ro-bind', folder, folder]),
    ...Object.entries(asked.readOnly).flatMap(([from, to]) => ['--ro-bind', from, to]),
    ...(asked.writable === undefined
      ? []
      : ['--bind', asked.writable.from, asked.writable.to, '--chdir', asked.writable.to]),
    ...['--remount-ro', '/', '--'],
    ...(asked.mode === 'as_root' ? becomeNobody(asked.gpuNodes) : []),
    ...asked.argv,
  ]
}

const user = String(sandboxUserId)

const apartWords = {
  as_root: [
    ...['--unshare-ipc', '--unshare-pid', '--unshare-net', '--unshare-uts'],
    ...['--unshare-cgroup-try', '--cap-drop', 'ALL'],
    // What `setpriv` needs to become nobody, and gives up by that.
    ...['CAP_SETUID', 'CAP_SETGID', 'CAP_SETPCAP'].flatMap((name) => ['--cap-add', name]),
  ],
  user_namespace: [
    ...['--unshare-all', '--unshare-user', '--uid', user, '--gid', user, '--cap-drop', 'ALL'],
  ],
} as const satisfies Record<SandboxMode, readonly string[]>

function becomeNobody(nodes: readonly GpuNode[]): string[] {
  const groups = [...new Set(nodes.map(({ groupId }) => groupId))].filter((id) => id !== 0)
  return [
    ...['setpriv', `--reuid=${user}`, `--regid=${user}`],
    groups.length === 0 ? '--clear-groups' : `--groups=${groups.join(',')}`,
    ...['--inh-caps=-all', '--ambient-caps=-all', '--bounding-set=-all', '--no-new-privs', '--'],
  ]
}

function systemWords({ path, linksTo }: SystemPath): string[] {
  return linksTo === undefined ? ['--ro-bind', path, path] : ['--symlink', linksTo, path]
}

/** Folders that bwrap makes by itself on the way to another are closed to all but root. */
function folderWords(path: string): string[] {
  return ['--perms', '0755', '--dir', path]
}

/** `/a/b/c` → `/a`, `/a/b`. */
function ancestorsOf(path: string): string[] {
  const parts = path.split('/').slice(1, -1)
  return parts.map((_, place) => `/${parts.slice(0, place + 1).join('/')}`)
}

function gpuWords(nodes: readonly GpuNode[]): string[] {
  if (nodes.length === 0) return []
  const binds = nodes.flatMap(({ path }) => ['--dev-bind', path, path])
  return [...binds, '--ro-bind', '/sys', '/sys']
}

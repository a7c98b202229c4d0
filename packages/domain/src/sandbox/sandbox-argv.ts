import { assertNever } from '../assert-never.ts'

/**
 * How a program is confined. `as_root`: root creates its file system, and then becomes a dedicated user, who creates a
 * user namespace; `as_root_unnested`: without that namespace, if the kernel gives none to users; `user_namespace`: only
 * a user namespace, if this process is not root.
 */
export type SandboxMode = 'as_root' | 'as_root_unnested' | 'user_namespace'

/** The programs of this machine that create sandboxes. */
export interface SandboxMeans {
  mode: SandboxMode
  /** Whether its bubblewrap can disable user namespaces permanently (0.8 and later). The filter refuses them anyway. */
  disablesUserns: boolean
}

/** The permissions of one kind of program. */
export interface SandboxProfile {
  hostname: string
  /** The user outside, if root created the sandbox: one that owns nothing and is used for no other kind. */
  userId: number
  environment: Readonly<Record<string, string>>
  /** The size of `/tmp`, and of `/dev/shm`. */
  tmpBytesMax: number
  /** The maximum number of processes and threads. */
  processesMax: number
}

/** A sandbox for one program. Paths are absolute, and a parent path comes before the paths inside it. */
export interface SandboxOptions {
  means: SandboxMeans
  profile: SandboxProfile
  /** The paths of {@link systemPaths} that exist on the machine, with the targets of links. */
  system: readonly SystemPath[]
  /** Files and folders that are mounted read-only at their own path. */
  seen: readonly string[]
  /** Others that are mounted read-only: path on the machine → path inside. */
  readOnly: Readonly<Record<string, string>>
  /** Writable folders in memory besides `/tmp`: path inside → bytes. Programs start in the first. */
  scratch: Readonly<Record<string, number>>
  /** Folders of the machine that the program may write: path on the machine → path inside. Programs start in the first. */
  writable?: Readonly<Record<string, string>>
  /** Device nodes of GPUs with the groups that may use them; empty if none is used. */
  gpuNodes: readonly GpuNode[]
  /** The maximum size of one file. */
  fileBytesMax: number
  argv: readonly string[]
}

export interface SystemPath {
  path: string
  /** `undefined`: a real folder or file. */
  linksTo: string | undefined
}

export interface GpuNode {
  path: string
  groupId: number
}

/**
 * Everything of the machine that a program needs to start and to find its libraries and fonts; nothing here is private.
 */
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

/**
 * User ids that no system assigns, for sandboxes created by root. Source: the ranges of systemd's UIDS-GIDS.md, of
 * which 1879048192 to 2147483647 is unused.
 */
export const sandboxUserIds = {
  render: 1_912_601_001,
  model: 1_912_601_002,
  picture: 1_912_601_003,
  video: 1_912_601_004,
} as const

/** The user id that a program in a user namespace has: `nobody` on every Linux. */
export const insideUserId = 65_534

/** The descriptor from which the filter of `seccompProgram` is read. */
export const seccompFd = 3

/** Whether the sandbox's user differs from ours, so that our private files are closed to it. */
export function isOtherUser({ mode }: SandboxMeans): boolean {
  return mode !== 'user_namespace'
}

/**
 * The command line that runs a program in the sandbox: no network, no foreign processes, no privileges, a system call
 * filter (to be passed at {@link seccompFd}), limits on processes and files, a file system of the named paths,
 * read-only except for folders in memory of limited size and those that are named as writable, and its end with this process. See bwrap(1); the order of
 * words for the same path matters. What it writes to a folder of the machine is to be bounded, and not to be followed.
 */
export function sandboxArgv(asked: SandboxOptions): string[] {
  const { means, profile, gpuNodes } = asked
  return [
    'bwrap',
    ...apartWords(means),
    ...['--hostname', profile.hostname, '--die-with-parent', '--new-session', '--clearenv'],
    ...Object.entries(profile.environment).flatMap(([name, value]) => ['--setenv', name, value]),
    ...fileSystemWords(asked),
    '--',
    ...(isOtherUser(means) ? becomeOther(profile.userId, gpuNodes) : []),
    ...(means.mode === 'as_root' ? nestedWords(means) : []),
    ...boundWords(asked),
    ...asked.argv,
  ]
}

function fileSystemWords({
  profile: { tmpBytesMax },
  system,
  seen,
  readOnly,
  scratch,
  writable = {},
  gpuNodes,
}: SandboxOptions): string[] {
  const [start] = [...Object.keys(scratch), ...Object.values(writable)]
  const mounted = [...seen, ...Object.values(readOnly), ...Object.values(writable)]
  return [
    ...['/etc', '/nix', '/run'].flatMap(folderWords),
    ...system.flatMap(systemWords),
    ...['--proc', '/proc', '--dev', '/dev'],
    ...memoryWords('/tmp', tmpBytesMax),
    ...memoryWords('/dev/shm', tmpBytesMax),
    ...gpuWords(gpuNodes),
    ...['--remount-ro', '/dev'],
    ...mounted.flatMap(ancestorsOf).flatMap(folderWords),
    ...seen.flatMap((path) => ['--ro-bind', path, path]),
    ...Object.entries(readOnly).flatMap(([from, to]) => ['--ro-bind', from, to]),
    ...Object.entries(writable).flatMap(([from, to]) => ['--bind', from, to]),
    ...Object.entries(scratch).flatMap(([path, bytesMax]) => memoryWords(path, bytesMax)),
    ...(start === undefined ? [] : ['--chdir', start]),
    ...['--remount-ro', '/'],
  ]
}

const apart = ['--unshare-ipc', '--unshare-pid', '--unshare-net', '--unshare-uts'] as const
const filter = ['--seccomp', String(seccompFd)] as const

function apartWords(means: SandboxMeans): string[] {
  const words = [...apart, '--unshare-cgroup-try', '--cap-drop', 'ALL']
  switch (means.mode) {
    case 'user_namespace':
      return [...words, ...userNamespaceWords(means), ...filter]
    case 'as_root':
      return [...words, ...capWords]
    case 'as_root_unnested':
      return [...words, ...capWords, ...filter]
    default:
      return assertNever(means.mode)
  }
}

/** The capabilities with which `setpriv` becomes the sandbox's user; it drops them by that. */
const capWords = ['CAP_SETUID', 'CAP_SETGID', 'CAP_SETPCAP'].flatMap((name) => ['--cap-add', name])

function userNamespaceWords({ disablesUserns }: SandboxMeans): string[] {
  const user = String(insideUserId)
  const closed = disablesUserns ? ['--disable-userns'] : []
  return ['--unshare-user', ...closed, '--uid', user, '--gid', user]
}

/** A second bubblewrap, run by the sandbox's user within root's: no user of the namespace is root outside. */
function nestedWords(means: SandboxMeans): string[] {
  const own = [...userNamespaceWords(means), '--cap-drop', 'ALL', '--die-with-parent', ...filter]
  return ['bwrap', ...own, '--dev-bind', '/', '/', '--']
}

function becomeOther(userId: number, nodes: readonly GpuNode[]): string[] {
  const groups = [...new Set(nodes.map(({ groupId }) => groupId))].filter((id) => id !== 0)
  return [
    ...['setpriv', `--reuid=${userId}`, `--regid=${userId}`],
    groups.length === 0 ? '--clear-groups' : `--groups=${groups.join(',')}`,
    ...['--inh-caps=-all', '--ambient-caps=-all', '--bounding-set=-all', '--no-new-privs', '--'],
  ]
}

/** Set innermost: from Linux 5.14 on, processes are then counted within the namespace only. */
function boundWords({ profile: { processesMax }, fileBytesMax }: SandboxOptions): string[] {
  return ['prlimit', '--core=0', `--nproc=${processesMax}`, `--fsize=${fileBytesMax}`, '--']
}

function systemWords({ path, linksTo }: SystemPath): string[] {
  return linksTo === undefined ? ['--ro-bind', path, path] : ['--symlink', linksTo, path]
}

function memoryWords(path: string, bytesMax: number): string[] {
  return ['--perms', '1777', '--size', String(bytesMax), '--tmpfs', path]
}

/** Parent folders that bwrap creates by itself are closed to all but root. */
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

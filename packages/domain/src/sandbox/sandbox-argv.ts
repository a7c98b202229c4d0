import { assertNever } from '../assert-never.ts'

/**
 * How a program is kept in. `as_root`: its file system is made by root, who then becomes a user of the sandbox's own, who
 * makes a user namespace; `as_root_unnested`: without that namespace, where the kernel gives none to users;
 * `user_namespace`: by one, where we are not root.
 */
export type SandboxMode = 'as_root' | 'as_root_unnested' | 'user_namespace'

/** The programs of this machine that make sandboxes. */
export interface SandboxMeans {
  mode: SandboxMode
  /** Whether its bubblewrap can close user namespaces for good (0.8 and later). The filter refuses them anyway. */
  disablesUserns: boolean
}

/** The permissions of one kind of program. */
export interface SandboxProfile {
  hostname: string
  /** The user outside, where root made the sandbox: one that owns nothing, and that no other kind has. */
  userId: number
  environment: Readonly<Record<string, string>>
  /** Of `/tmp`, and of `/dev/shm`. */
  tmpBytesMax: number
  /** Processes and threads. */
  processesMax: number
}

/** A sandbox for one program. Paths are absolute, and none is another's parent inside but by its order. */
export interface SandboxAsked {
  means: SandboxMeans
  profile: SandboxProfile
  /** What is there on the machine of {@link systemPaths}, and where it points if it is a link. */
  system: readonly SystemPath[]
  /** Files and folders that are seen where they are, to be read only. */
  seen: readonly string[]
  /** Others to be read only: path on the machine → path inside. */
  readOnly: Readonly<Record<string, string>>
  /** Folders in memory that may be written besides `/tmp`: path inside → bytes. Programs start in the first. */
  scratch: Readonly<Record<string, number>>
  /** Device nodes of GPUs with the groups that may use them; empty where none is used. */
  gpuNodes: readonly GpuNode[]
  /** Of one file. */
  fileBytesMax: number
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

/**
 * Users that no system gives out, where root makes the sandbox. Source: the ranges of systemd's UIDS-GIDS.md, of which
 * 1879048192 to 2147483647 is unused.
 */
export const sandboxUserIds = {
  render: 1_912_601_001,
  model: 1_912_601_002,
  picture: 1_912_601_003,
} as const

/** Whom a program in a user namespace takes itself for: `nobody` on every Linux. */
export const insideUserId = 65_534

/** The descriptor that the filter of `seccompProgram` is read from. */
export const seccompFd = 3

/** Whether the sandbox's user is another than ours, to whom our private files are closed. */
export function isOtherUser({ mode }: SandboxMeans): boolean {
  return mode !== 'user_namespace'
}

/**
 * The words that run a program in the sandbox: no network, no processes but its own, no rights, a filter for system calls
 * (to be given at {@link seccompFd}), bounds on processes and files, a file system of what is named, read only but for
 * folders in memory of bounded size, and its end with ours. See bwrap(1); where several words concern one path, the order
 * is theirs.
 */
export function sandboxArgv(asked: SandboxAsked): string[] {
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
  gpuNodes,
}: SandboxAsked): string[] {
  const [start] = Object.keys(scratch)
  return [
    ...['/etc', '/nix', '/run'].flatMap(folderWords),
    ...system.flatMap(systemWords),
    ...['--proc', '/proc', '--dev', '/dev'],
    ...memoryWords('/tmp', tmpBytesMax),
    ...memoryWords('/dev/shm', tmpBytesMax),
    ...gpuWords(gpuNodes),
    ...['--remount-ro', '/dev'],
    ...[...seen, ...Object.values(readOnly)].flatMap(ancestorsOf).flatMap(folderWords),
    ...seen.flatMap((path) => ['--ro-bind', path, path]),
    ...Object.entries(readOnly).flatMap(([from, to]) => ['--ro-bind', from, to]),
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

/** What `setpriv` needs to become the sandbox's user, and gives up by that. */
const capWords = ['CAP_SETUID', 'CAP_SETGID', 'CAP_SETPCAP'].flatMap((name) => ['--cap-add', name])

function userNamespaceWords({ disablesUserns }: SandboxMeans): string[] {
  const user = String(insideUserId)
  const closed = disablesUserns ? ['--disable-userns'] : []
  return ['--unshare-user', ...closed, '--uid', user, '--gid', user]
}

/** A second bubblewrap, run by the sandbox's user within what root has made: no user of the namespace is root outside. */
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

/** Set innermost: from Linux 5.14 on, processes are then counted within the namespace alone. */
function boundWords({ profile: { processesMax }, fileBytesMax }: SandboxAsked): string[] {
  return ['prlimit', '--core=0', `--nproc=${processesMax}`, `--fsize=${fileBytesMax}`, '--']
}

function systemWords({ path, linksTo }: SystemPath): string[] {
  return linksTo === undefined ? ['--ro-bind', path, path] : ['--symlink', linksTo, path]
}

function memoryWords(path: string, bytesMax: number): string[] {
  return ['--perms', '1777', '--size', String(bytesMax), '--tmpfs', path]
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

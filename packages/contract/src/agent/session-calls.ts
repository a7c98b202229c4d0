import { z } from 'zod'
import { agentText } from '../core/agent-limits.ts'
import { InstanceId, InstanceListenerId, InstanceSessionId } from '../core/ids.ts'
import { Port } from '../templates/container-fields.ts'
import { agentCall } from './call.ts'

/** Limits of the sessions and listeners of one instance. */
export const sessionLimits = {
  sessions: 100,
  listeners: 20,
  /** Connections that were accepted inside and not joined yet. */
  waitingConnections: 100,
  /** How long such a connection waits before it is closed. */
  waitingMs: 10_000,
  /** Linux accepts 128 KiB in one argument, its final NUL included. */
  commandBytes: 128 * 1024 - 1,
  variables: 100,
  environmentBytes: 32 * 1024,
  /** The longest path of a Unix socket; Linux has 108 bytes, with the final NUL. */
  socketPathBytes: 107,
  /** A user's keys, and the authority of their certificates. */
  authorizedKeys: 60,
  /** They become one argument of a program. */
  authorizedKeysBytes: 96 * 1024,
} as const

/** The header of a session's answer: `true` where the output is in frames, see {@link sessionCalls}. */
export const sessionFramed = 'x-gridloom-framed'

const bytesOf = (text: string) => new TextEncoder().encode(text).length

/** Text that a program can be given: Linux ends it at the first NUL. */
function programText(bytesMax: number) {
  return z
    .string()
    .max(bytesMax)
    .refine((text) => bytesOf(text) <= bytesMax, `must have at most ${bytesMax} bytes`)
    .refine((text) => !text.includes('\0'), 'must not contain NUL')
}

const SocketPath = programText(sessionLimits.socketPathBytes).startsWith('/', 'must be absolute')

/** A host name or an address, as a program resolves it inside the instance. */
const Host = z
  .string()
  .max(253)
  .regex(/^(?!-)[\w.:%-]+$/, 'must be a host name or an address')

/** A line of `authorized_keys`, whose options are those of an authority of certificates or none. */
const AuthorizedKey = z
  .string()
  .max(8_192)
  .regex(
    /^(cert-authority,principals="[\w-]{1,64}" )?[\w@.-]{1,64} [A-Za-z0-9+/]+={0,2}$/,
    'must be a public key',
  )

/** Those who may sign in to an SSH server inside an instance. */
const AuthorizedKeys = z
  .array(AuthorizedKey)
  .max(sessionLimits.authorizedKeys)
  .refine(
    (all) => all.reduce((sum, key) => sum + key.length, 0) <= sessionLimits.authorizedKeysBytes,
    `must have at most ${sessionLimits.authorizedKeysBytes} bytes in all`,
  )

/** One string for the shell. */
export const SessionCommand = programText(sessionLimits.commandBytes)

/**
 * The program of a session. `shell`: a login shell. `command`: one string for the shell, as SSH sends it. `subsystem`:
 * the SFTP server. `unix_socket` and `tcp`: a connection that is opened inside the instance, so that it reaches the
 * instance's own loopback. `ssh_server`: OpenSSH's server for one connection, with a host key that never leaves the
 * instance; it admits these keys beside those of the user's own `authorized_keys`.
 */
export const SessionProgram = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('shell') }),
  z.object({ kind: z.literal('command'), command: SessionCommand }),
  z.object({ kind: z.literal('subsystem'), name: z.literal('sftp') }),
  z.object({ kind: z.literal('unix_socket'), path: SocketPath }),
  z.object({ kind: z.literal('tcp'), host: Host, port: Port }),
  z.object({ kind: z.literal('ssh_server'), authorized_keys: AuthorizedKeys }),
])
export type SessionProgram = z.infer<typeof SessionProgram>

const EnvironmentVariable = z.object({
  name: z
    .string()
    .max(256)
    .regex(/^[A-Za-z_][A-Za-z0-9_]*$/, 'must be a name of letters, digits and underscores'),
  value: programText(sessionLimits.environmentBytes),
})

export const SessionEnvironment = z
  .array(EnvironmentVariable)
  .max(sessionLimits.variables)
  .refine(
    (all) =>
      all.reduce((sum, { name, value }) => sum + bytesOf(name) + bytesOf(value) + 2, 0) <=
      sessionLimits.environmentBytes,
    `must have at most ${sessionLimits.environmentBytes} bytes in all`,
  )

const side = z.int().min(1).max(1_000)
const SessionSize = z.object({ columns: side, rows: side })

/** What a session runs, and in which surroundings. */
export const SessionRequest = z.object({
  program: SessionProgram,
  environment: SessionEnvironment.default([]),
  /** By default that of the container; older agents know no other. */
  user: z.literal('root').optional(),
  /** `null`: the program has no terminal, and its outputs stay apart. Subsystems and connections have none. */
  terminal: SessionSize.extend({ type: z.string().regex(/^[\w.+-]{1,64}$/) })
    .nullable()
    .default(null),
  /** The `ssh_agent` listener whose socket the program gets as `SSH_AUTH_SOCK`. */
  agent_forwarding: InstanceListenerId.nullable().default(null),
})
export type SessionRequest = z.infer<typeof SessionRequest>

/** The signals of RFC 4254, section 6.10. */
export const SessionSignal = z.enum([
  'ABRT',
  'ALRM',
  'FPE',
  'HUP',
  'ILL',
  'INT',
  'KILL',
  'PIPE',
  'QUIT',
  'SEGV',
  'TERM',
  'USR1',
  'USR2',
])
export type SessionSignal = z.infer<typeof SessionSignal>

/** Where programs in the instance can connect to. `localhost`: 127.0.0.1; `*`: every IPv4 address of the instance. */
export const ListenRequest = z.discriminatedUnion('kind', [
  /** Port 0 is any free one. */
  z.object({
    kind: z.literal('tcp'),
    address: z.enum(['localhost', '*']),
    port: z.int().min(0).max(65_535),
  }),
  z.object({ kind: z.literal('unix'), path: SocketPath }),
  /** A Unix socket at a path of the agent's choice, for its user alone. */
  z.object({ kind: z.literal('ssh_agent') }),
])
export type ListenRequest = z.infer<typeof ListenRequest>

/** The SSH server inside an instance, as its clients recognise it. */
export const SshServerFacts = z.object({
  /** `ssh-ed25519 AAAA…`: made in the instance at the first question or connection, and kept with its disk. */
  public_key: agentText(200).regex(/^ssh-ed25519 [A-Za-z0-9+/]{68}$/),
  /** The user that it lets in: that of the container. */
  user: agentText(64),
})
export type SshServerFacts = z.infer<typeof SshServerFacts>

const ConnectionNumber = z
  .int()
  .min(1)
  .max(2 ** 31 - 1)

/** One line of a listener's stream: `listening` first, with the port or the path, then every accepted connection. */
export const ListenerMessage = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('listening'),
    port: Port.nullable(),
    path: agentText(sessionLimits.socketPathBytes).nullable(),
  }),
  z.object({ kind: z.literal('connection'), connection: ConnectionNumber }),
])
export type ListenerMessage = z.infer<typeof ListenerMessage>

const OneInstance = z.object({ id: InstanceId })
const OneSession = OneInstance.extend({ session: InstanceSessionId })
const OneListener = OneInstance.extend({ listener: InstanceListenerId })

/**
 * Calls of the instances workload for an SSH gateway: programs that belong to their stream, and listeners inside.
 *
 * The output of a session with a terminal is raw bytes. Without one it comes in the frames of the container engine,
 * untouched: a header of 8 bytes (1: standard output or 2: standard error, three zeros, the length as a big-endian
 * 32-bit number), then so many bytes. Both directions begin anywhere in a frame and end on their own.
 */
export const sessionCalls = {
  /**
   * Starts a program. The body after the request is its input; the end of the body is the end of that input, except
   * with a terminal, which has no such end. Connections answer once they are open, and end when the other side ends its
   * half. When the stream breaks, the program gets SIGHUP, and SIGKILL 5 s later. When
   * the program ends and its exit code is known, the trailer `terminalExitCode` follows the last byte.
   */
  open: agentCall({
    method: 'POST',
    path: '/v1/instances/{id}/sessions/{session}',
    transport: 'duplex',
    params: OneSession,
    request: SessionRequest,
  }),
  resize: agentCall({
    method: 'PUT',
    path: '/v1/instances/{id}/sessions/{session}/size',
    transport: 'value',
    params: OneSession,
    request: SessionSize,
  }),
  /** Sends a signal to the program and to the processes of its group. */
  signal: agentCall({
    method: 'POST',
    path: '/v1/instances/{id}/sessions/{session}/signals',
    transport: 'value',
    params: OneSession,
    request: z.object({ signal: SessionSignal }),
  }),
  /** Listens inside the instance until the stream ends. Connections that were joined before outlive the listener. */
  listen: agentCall({
    method: 'POST',
    path: '/v1/instances/{id}/listeners/{listener}',
    transport: 'lines',
    params: OneListener,
    request: ListenRequest,
    response: ListenerMessage,
  }),
  /** Reads the host key of the SSH server inside, which is made if there is none. */
  sshServer: agentCall({
    method: 'GET',
    path: '/v1/instances/{id}/ssh-server',
    transport: 'value',
    params: OneInstance,
    response: SshServerFacts,
  }),
  /** Joins an accepted connection, within 10 s of its line. Its bytes come in frames, as those of a session. */
  accept: agentCall({
    method: 'POST',
    path: '/v1/instances/{id}/listeners/{listener}/connections/{connection}',
    transport: 'duplex',
    params: OneListener.extend({ connection: z.coerce.number().pipe(ConnectionNumber) }),
  }),
} as const

import type { AccountId, InstanceId, MachineId } from '@gridloom/contract/core/ids'
import type { ErrorCode } from '@gridloom/contract/errors'
import type {
  AccessChange,
  Admission,
  AdmissionQuestion,
  Redeemed,
  SignInRedemption,
} from './apps/admission.ts'
import type { AppsConfig } from './apps/apps-config.ts'
import type { ClusterNetwork } from './clusters/cluster-network.ts'
import type { TcpAssignment, TcpChange } from './tcp/tcp-control.ts'

/**
 * The calls between the control plane and its edge process, over the channel that Node opens between a process and its
 * child. Both sides are this version of the server; values are passed as structured clones.
 */

/** An SSH login that the control plane has accepted. */
export interface SshLogin {
  /** Ends with `endLogins`, or when the edge reports its end. */
  readonly login: string
  readonly instanceId: InstanceId
  readonly machineId: MachineId
  readonly label: string
  /** The account that rents the instance: its connections are counted together. */
  readonly accountId: AccountId
}

/** A public key, and the name that it wants to sign in to. */
export interface SshCredentials {
  /** `LABEL`, an instance id, or `ACCOUNT+LABEL`. */
  readonly name: string
  /** `SHA256:…`, as `ssh-keygen -l` prints it. */
  readonly fingerprint: string
  /** What a certificate of ours says, where the key came in one; the key itself opens nothing then. */
  readonly certificate: { readonly keyId: string; readonly principals: readonly string[] } | null
}

/** Why a login cannot enter its instance, as a sentence to the user. */
export type Entry = { kind: 'entered' } | { kind: 'refused'; message: string }

/** What the edge asks of the control plane. */
export interface ControlPlaneCalls {
  /** Whether a key may sign in under a name; has no effect. */
  acceptsSshKey(credentials: SshCredentials): Promise<boolean>
  /** Begins a login; `null` exactly where {@link acceptsSshKey} says no. */
  beginSshLogin(credentials: SshCredentials & { address: string }): Promise<SshLogin | null>
  /** Asks whether the login's instance can be entered now; it is charged from then on. */
  enterInstance(login: string): Promise<Entry>
  /** Lines of authorized_keys for a connection to the SSH server inside the login's instance. */
  sshServerKeys(login: string): Promise<readonly string[]>
  endSshLogin(login: string, bytes: { received: number; sent: number }): Promise<void>
  /**
   * Lets a machine dial for the edge; the socket comes as a {@link MachineSocket}, before the answer. Returns the code of
   * the error where that fails.
   */
  connectMachine(machineId: MachineId, request: string): Promise<ErrorCode | null>
  /** Who may open which port address; as {@link AccessControl} says. */
  admitToPort(question: AdmissionQuestion): Promise<Admission>
  redeemSignIn(redemption: SignInRedemption): Promise<Redeemed>
  listeningPorts(instanceId: InstanceId): Promise<readonly number[]>
  /** As {@link AccessControl} says. */
  portsUsed(instanceIds: readonly InstanceId[]): Promise<void>
  /** The open public TCP ports, of these instances or of all. */
  tcpPorts(of: readonly InstanceId[] | 'all'): Promise<readonly TcpAssignment[]>
}

/** What the control plane asks of the edge. */
export interface EdgeCalls {
  /** Opens its ports; returns those that it serves. */
  start(options: EdgeOptions): Promise<EdgeAddresses>
  /** Ends logins, each with a sentence that its terminals show. */
  endLogins(logins: readonly string[], why: string): Promise<void>
  /** The networks of clusters between machines, all of them, in place of those before. */
  connectClusters(networks: readonly ClusterNetwork[]): Promise<void>
  /** Something that admissions to port addresses depend on has changed. */
  accessChanged(change: AccessChange): Promise<void>
  /** Something that the TCP ports of an instance depend on has changed. */
  tcpPortsChanged(change: TcpChange): Promise<void>
}

export interface EdgeOptions {
  /** `null`: no SSH. */
  readonly ssh: SshOptions | null
  /** `null`: no port addresses. */
  readonly apps: AppsOptions | null
  /** `null`: no public TCP ports. */
  readonly tcp: TcpOptions | null
}

export interface TcpOptions {
  /** The address to listen on. */
  readonly host: string
}

export interface AppsOptions extends AppsConfig {
  readonly host: string
  /** 0: any free port. */
  readonly port: number
}

export interface SshOptions {
  readonly host: string
  /** 0: any free port. */
  readonly port: number
  /** A private key in OpenSSH's format. */
  readonly hostKey: string
  /** The public key of the authority that signs certificates of users. */
  readonly userAuthority: string
}

/** The ports that the edge listens on; `null`: the part is off, or its port is taken. */
export interface EdgeAddresses {
  readonly sshPort: number | null
  readonly appsPort: number | null
}

/** A message that carries a connection of a machine, for {@link ControlPlaneCalls.connectMachine}. */
export interface MachineSocket {
  readonly kind: 'machine_socket'
  readonly request: string
}

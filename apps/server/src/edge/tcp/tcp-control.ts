import type { AccountId, InstanceId, MachineId } from '@gridloom/contract/core/ids'

/** An open public TCP port, and where its connections go. Plain data, as the edge is another process. */
export interface TcpAssignment {
  readonly tcpPort: number
  readonly instanceId: InstanceId
  readonly machineId: MachineId
  /** The account of the instance, whose connections are counted. */
  readonly accountId: AccountId
  /** The port of the instance. */
  readonly port: number
  /** Networks that may connect, in CIDR notation; none: every address. */
  readonly allowed: readonly string[]
  /** Whether the instance runs and is charged; without, connections end. */
  readonly isServed: boolean
}

/** Something that the TCP ports of an instance depend on has changed; `mayBeNew`: it may have its first one. */
export interface TcpChange {
  readonly instanceId: InstanceId
  readonly mayBeNew: boolean
}

/** The half of public TCP ports that the control plane has: which are open, to what, and for whom. */
export interface TcpControl {
  /** Lists the open ports, of these instances or of all. */
  list(of: readonly InstanceId[] | 'all'): Promise<readonly TcpAssignment[]>
  /** Is told, again and again, of the instances to which connections are open, or were since the last time. */
  used(instanceIds: readonly InstanceId[]): Promise<void>
  /** Calls the listener at each change from now on; returns a function that unsubscribes. */
  subscribe(listener: (change: TcpChange) => void): () => void
}

import type { AccountId, InstanceId, MachineId } from '@gridloom/contract/core/ids'

/** The credentials of a request to a port address. Plain data, as the edge may ask from another process. */
export interface AdmissionQuestion {
  /** The address: `8888-ins…`. */
  readonly label: string
  /** Values of the cookie of this address, first to last: a sibling may have set one more of the same name. */
  readonly cookies: readonly string[]
  /** The `x-gridloom-token` header: an API key, or the secret of a link. */
  readonly token: string | undefined
  /** The address of the visitor. */
  readonly visitor: string
}

/** Facts that every answer has. */
interface Answered {
  /**
   * What the answer depends on: ids of the instance, of the session, key or link, and of the user. A change that names
   * one of them means that the question must be asked again.
   */
  readonly subjects: readonly string[]
}

/** The request may be relayed to this port of this instance, and to nothing else. */
export interface Admitted extends Answered {
  readonly kind: 'admitted'
  readonly instanceId: InstanceId
  readonly machineId: MachineId
  /** The account of the instance, whose connections are counted. */
  readonly accountId: AccountId
  readonly port: number
  /** Whom the admission is for: connections are never shared between two. */
  readonly accessKey: string
  /** `account`: a user or key of the account that rents the instance. `guest`: anyone else, who learns less of it. */
  readonly audience: 'account' | 'guest'
  /** When it ends at the latest, in milliseconds since 1970; `null`: when a change ends it. */
  readonly untilMs: number | null
}

/** Nobody in particular: signing in may help. The same for an address that does not exist. */
export interface SignInNeeded extends Answered {
  readonly kind: 'sign_in'
}

/** Why an address that the visitor may open does not answer now; `no_access`: its token admits nobody. */
export type UnservedReason = 'no_access' | 'starting' | 'stopped' | 'failed' | 'machine_offline'

export interface Unserved extends Answered {
  readonly kind: 'unserved'
  readonly reason: UnservedReason
  /** As for {@link Admitted}; for `no_access` it has no meaning. */
  readonly untilMs: number | null
}

export type Admission = Admitted | SignInNeeded | Unserved

/** A one-time code of a sign-in, and the value of the cookie of the browser that began it. */
export interface SignInRedemption {
  readonly label: string
  readonly code: string
  readonly attempt: string
}

/** The value of the cookie of a sign-in, and how long it lives; `undefined` where the code is not valid. */
export type Redeemed = { readonly cookie: string; readonly maxAgeS: number } | undefined

/** Something that an admission may depend on has changed; `everything` after changes may have been missed. */
export type AccessChange = { readonly subject: string } | { readonly everything: true }

/** The half of port addresses that the control plane has: who may open which address. */
export interface AccessControl {
  /** Decides on a request, whose credentials it looks up. */
  admit(question: AdmissionQuestion, signal: AbortSignal): Promise<Admission>
  /** Exchanges a one-time code, once. */
  redeem(redemption: SignInRedemption, signal: AbortSignal): Promise<Redeemed>
  /** The declared ports of an instance that accept connections. */
  listening(instanceId: InstanceId, signal: AbortSignal): Promise<readonly number[]>
  /** Is told, again and again, of the instances to which requests or sockets are open, or were since the last time. */
  used(instanceIds: readonly InstanceId[]): Promise<void>
  /** Calls the listener at each change from now on; returns a function that unsubscribes. */
  subscribe(listener: (change: AccessChange) => void): () => void
}

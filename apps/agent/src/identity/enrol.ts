import type { Clock } from '@gridloom/async/clock'
import { createDeadline } from '@gridloom/async/deadline'
import { enrolStatement } from '@gridloom/contract/agent/protocol'
import { machines } from '@gridloom/contract/machines/endpoints'
import type { Fingerprint } from '@gridloom/contract/machines/enrolment'
import { isSafeAddress } from '@gridloom/domain/safe-address'
import { callControlPlane } from '../control-plane/call.ts'
import { makeKey } from './key.ts'
import { type Identity, keepIdentity, readIdentity } from './membership.ts'
import { type ComputerIds, hashIds } from './read-fingerprint.ts'

export interface EnrolOptions {
  dataDir: string
  serverUrl: string
  token: string
  name: string
  /** Whether an identity that the machine already has is kept or replaced. */
  existing: 'keep' | 'replace'
  /** Reads the ids that identify this computer. Absent: the control plane cannot recognise it. */
  readComputer?: (() => Promise<ComputerIds>) | undefined
  clock: Clock
  signal?: AbortSignal
}

/** The machine is already enrolled, and its identity was not to be replaced. */
export class AlreadyEnrolled extends Error {
  override readonly name = 'AlreadyEnrolled'
}

const enrolTimeoutMs = 15_000

/**
 * Exchanges a one-time token and a new public key for a machine id. Nothing on disk changes before
 * the control plane has accepted, so an invalid token leaves an existing identity unchanged.
 * Throws {@link AlreadyEnrolled}, `ControlPlaneRefused` or `ControlPlaneUnreachable`.
 */
export async function enrol(options: EnrolOptions): Promise<Identity> {
  const { dataDir, serverUrl, token, name, clock } = options
  if (options.existing === 'keep') await refuseWhenEnrolled(dataDir)
  const key = makeKey()
  const fingerprint = await fingerprintOf(options)
  const signature = key.sign(enrolStatement(token))
  const { machine_id } = await withEnrolDeadline(options, (signal) =>
    callControlPlane({
      serverUrl,
      endpoint: machines.enrol,
      body: {
        ...{ token, public_key: key.publicKey, name, signature },
        ...(fingerprint === undefined ? {} : { fingerprint }),
      },
      signal,
    }),
  )
  const membership = {
    machine_id,
    server_url: serverUrl,
    allows_http: !isSafeAddress(serverUrl),
    name,
    enrolled_at: clock.now().toISOString(),
  }
  await keepIdentity(dataDir, { membership, key })
  return { membership, key }
}

/** Returns the ids of this computer, hashed before they leave it. */
async function fingerprintOf(options: EnrolOptions): Promise<Fingerprint | undefined> {
  const { readComputer, serverUrl } = options
  if (readComputer === undefined) return undefined
  const { salt } = await withEnrolDeadline(options, (signal) =>
    callControlPlane({ serverUrl, endpoint: machines.fingerprintSalt, body: {}, signal }),
  )
  return hashIds(await readComputer(), salt)
}

function withEnrolDeadline<T>(
  { clock, signal }: EnrolOptions,
  call: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const limit = createDeadline(clock, enrolTimeoutMs, signal)
  return call(limit.signal).finally(limit.done)
}

async function refuseWhenEnrolled(dataDir: string): Promise<void> {
  const identity = await readIdentity(dataDir)
  if (identity === undefined) return
  const { machine_id, server_url } = identity.membership
  throw new AlreadyEnrolled(
    `This machine is already enrolled as ${machine_id} at ${server_url}. ` +
      'To give it a new identity, run the command again with --force. The old machine then stays offline.',
  )
}

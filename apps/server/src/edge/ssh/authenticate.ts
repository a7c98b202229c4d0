import type { Clock } from '@gridloom/async/clock'
import type { AuthContext, Connection as SshClient } from 'ssh2'
import { fingerprintOf } from '../../platform/ssh-wire.ts'
import type { ControlPlaneCalls, SshLogin } from '../calls.ts'
import type { Entered } from './connection-limits.ts'
import { presentedKey, signatureBesideCertificate, type UserAuthority } from './presented-key.ts'
import { isSigned } from './public-key.ts'

/** Keys that a client may offer: an SSH agent offers all it has, one after the other. */
const offersMax = 20
/** Signatures that may be wrong before the connection ends. */
const failuresMax = 6
const nameCharsMax = 200
/** In place of a certificate that is not ours: it opens nothing, after the same query. */
const refusedKey = { algorithm: '', key: Buffer.alloc(0), certificate: null }

interface Authenticating {
  client: SshClient
  address: string
  control: Pick<ControlPlaneCalls, 'acceptsSshKey' | 'beginSshLogin'>
  entered: Pick<Entered, 'failed'>
  clock: Pick<Clock, 'now'>
  /** Of certificates. */
  authority: UserAuthority
  /** Called before the client learns that it is signed in. */
  accepted(login: SshLogin): void
}

/**
 * Authenticates a client by public key alone. A wrong name, someone else's instance and an unknown key get the same
 * answer after the same query.
 */
export function authenticate({
  client,
  address,
  control,
  entered,
  clock,
  authority,
  accepted,
}: Authenticating): void {
  let isOver = false
  let offers = 0
  let failures = 0
  const refuse = (attempt: AuthContext) => attempt.reject(['publickey'])

  async function decide(attempt: AuthContext): Promise<void> {
    if (attempt.method !== 'publickey' || attempt.username.length > nameCharsMax)
      return refuse(attempt)
    const { key: offered, blob, signature, hashAlgo: hash } = attempt
    const presented = presentedKey(
      { algorithm: offered.algo, key: offered.data },
      { authority, now: clock.now() },
    )
    const { algorithm, key, certificate } = presented ?? refusedKey
    const credentials = { name: attempt.username, fingerprint: fingerprintOf(key), certificate }
    if (signature === undefined || blob === undefined) {
      offers += 1
      const isAccepted = offers <= offersMax && (await control.acceptsSshKey(credentials))
      return isAccepted ? attempt.accept() : refuse(attempt)
    }
    const how =
      certificate === null ? { signature, hash } : signatureBesideCertificate(algorithm, signature)
    const isTheirs = how !== undefined && isSigned({ algorithm, key, blob, ...how })
    const login = isTheirs ? await control.beginSshLogin({ ...credentials, address }) : null
    if (login !== null) {
      isOver = true
      accepted(login)
      return attempt.accept()
    }
    entered.failed()
    failures += 1
    if (failures >= failuresMax) client.end()
    else refuse(attempt)
  }

  client.once('close', () => {
    if (offers > 0 && !isOver) entered.failed()
  })
  client.on('authentication', (attempt) => {
    // @NOTE a control plane that does not answer refuses everyone.
    decide(attempt).catch(() => refuse(attempt))
  })
}

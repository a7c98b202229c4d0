import {
  accessCodeHash,
  accountByEmail,
  insertAccount,
  isKnownAccessCode,
  usernameFrom,
} from '@gridloom/server/features/accounts/index'
import { beginSignIn } from '@gridloom/server/features/auth/begin-sign-in'
import { startSession } from '@gridloom/server/features/auth/start-session'
import { verifyAccount } from '@gridloom/server/features/auth/verify-account'
import type { TestServer } from './server.ts'

/** A server of this process. */
type OpeningAt = Pick<TestServer, 'container' | 'accessCode' | 'operator'>

interface NewAccount {
  /** A unique one by default. */
  email?: string
  password?: string
  /** Whether to enter the access code too. */
  access: boolean
}

/** The program and address of requests that tests send. */
const client = { address: '127.0.0.1', userAgent: 'node', bearer: undefined }

let opened = 0

/**
 * Opens a verified account and signs in to it, in one transaction of the server's own verbs. For tests that are not
 * about signing up: the account is the one that `signUp` makes, without its requests, human check, code and email, which
 * cost five times as much. Returns its token.
 */
export async function openAccount(server: OpeningAt, account: NewAccount): Promise<string> {
  opened += 1
  const { email = `account-${opened}@example.com`, password = 'a password of tests' } = account
  const { system } = server.container
  const passwordHash = await system.passwords.hash(password)
  const hash = account.access ? accessCodeHash(server.accessCode) : null
  const id = system.ids.mint('account')
  const createdAt = system.clock.now()
  return system.transact(async (tx) => {
    if (hash !== null && !(await isKnownAccessCode(tx.db, { hash, now: createdAt })))
      throw new Error('the access code of this server is used up')
    await insertAccount(tx, {
      ...{ id, email, passwordHash, createdAt },
      username: usernameFrom(email),
      role: 'user',
      emailVerifiedAt: null,
      accessGrantedAt: null,
      waitingAccessCodeHash: hash,
    })
    if ((await verifyAccount(system, tx, { id, email, client })) === 'no')
      throw new Error(`${email} has an account already`)
    return startSession(system, tx, { accountId: id, origin: client, by: 'password' })
  })
}

/** Signs the operator in, without the requests and the human check of `signIn`. Returns the token. */
export async function openOperator({ container, operator }: OpeningAt): Promise<string> {
  const { system } = container
  const accountId = await accountByEmail(system.db, operator.email)
  if (accountId === null) throw new Error('the server has no operator')
  return system.transact((tx) => beginSignIn(system, tx, { accountId, client, by: 'password' }))
}

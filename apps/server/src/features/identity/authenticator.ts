import { Refused } from '@gridloom/contract/errors'
import { assertNever } from '@gridloom/domain/assert-never'
import type { Clock } from '../../platform/clock.ts'
import { type Db, transact } from '../../platform/database/connect.ts'
import type { Authenticator } from '../../platform/http/routes.ts'
import { hashSecret } from '../../platform/ids.ts'
import type { Log } from '../../platform/log.ts'
import { judgeToken } from './judge-token.ts'
import { endSession, findToken } from './sessions-store.ts'

interface Options {
  db: Db
  clock: Clock
  log: Log
}

/** Bearer tokens as actors, with one indexed query a request. */
export function createAuthenticator({ db, clock, log }: Options): Authenticator {
  return {
    async authenticate({ token }, need) {
      const found = await findToken(db, hashSecret(token))
      const now = clock.now()
      const verdict = judgeToken(found, need, now)
      if (found === undefined) throw new Refused('unauthorized')
      const { accountId, personId, sessionId, purpose, role, hasAccess } = found
      switch (verdict.kind) {
        case 'good':
          return {
            kind: 'account',
            accountId,
            personId,
            role,
            hasAccess,
            via: { kind: 'session', sessionId, purpose },
          }
        case 'refused':
          throw new Refused(verdict.code)
        case 'reused':
          // Of the two who hold this family's tokens one is a thief; which, cannot be told.
          await transact(db, (tx) => endSession(tx, sessionId, now))
          log.warn({ sessionId, personId }, 'a rotated token was used again: its session is ended')
          throw new Refused('unauthorized')
        default:
          return assertNever(verdict)
      }
    },
  }
}

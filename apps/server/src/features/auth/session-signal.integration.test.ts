import { anActor } from '@gridloom/testkit/actor'
import { withDatabase } from '@gridloom/testkit/database'
import { expect, it } from 'vitest'
import { fakeChanges } from '../../../test/fake-changes.ts'
import { silentLog } from '../../platform/log.ts'
import { accountSummary } from '../accounts/accounts-store.ts'
import { openAccount } from './open-account.ts'
import { sessionSignal } from './session-signal.ts'
import { endSession, listSessions } from './sessions-store.ts'
import { startSession } from './start-session.ts'

it('stays active while the session does', async () => {
  await using site = await setup()
  const stay = site.enter()
  site.changes.publish({ id: '1', topic: 'session', accountId: null, subject: 'ses_of_another' })
  site.changes.publish({ id: '2', topic: 'session', accountId: null, subject: site.sessionId })
  await site.looked()
  expect(stay.aborted).toBe(false)
})

it('aborts when a change reports the end of the session', async () => {
  await using site = await setup()
  const stay = site.enter()
  await site.end()
  site.changes.publish({ id: '1', topic: 'session', accountId: null, subject: site.sessionId })
  await ended(stay)
  expect(site.changes.listening()).toBe(0)
})

it('aborts immediately if the session has already ended', async () => {
  await using site = await setup()
  await site.end()
  await ended(site.enter())
})

it('aborts when the session cannot be checked', async () => {
  await using site = await setup()
  const stay = site.enter()
  await site.closeDatabase()
  site.changes.publish({ id: '1', topic: 'session', accountId: null, subject: site.sessionId })
  await ended(stay)
})

it('unsubscribes when its own signal is aborted', async () => {
  await using site = await setup()
  const gone = new AbortController()
  const stay = site.enter(gone.signal)
  expect(site.changes.listening()).toBe(1)
  gone.abort()
  expect(stay.aborted).toBe(true)
  expect(site.changes.listening()).toBe(0)
})

function ended(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve()
    else signal.addEventListener('abort', () => resolve(), { once: true })
  })
}

async function setup() {
  const fixture = await withDatabase()
  const { db, clock } = fixture
  const changes = fakeChanges()
  const ctx = fixture.ctx()
  const { accountId, sessionId } = await ctx.transact(async (tx) => {
    const account = { email: 'ada@example.com', passwordHash: null, role: 'user' } as const
    const opened = await openAccount(ctx, tx, { ...account, access: 'none' })
    if (opened === 'taken') throw new Error('the database is not fresh')
    const origin = { address: '127.0.0.1', userAgent: undefined }
    await startSession(ctx, tx, { accountId: opened, origin, by: 'password' })
    const [session] = await listSessions(tx.db, opened, clock.now())
    if (session === undefined) throw new Error('no session began')
    return { accountId: opened, sessionId: session.id }
  })
  const via = { kind: 'session', sessionId, purpose: 'sign_in' } as const
  let closed = false
  return {
    changes,
    sessionId,
    enter: (until = new AbortController().signal) =>
      sessionSignal({ db, clock, changes, log: silentLog() }, anActor(accountId, { via }), until),
    end: () => ctx.transact((tx) => endSession(tx, sessionId, clock.now())),
    /** Resolves after all checks that began before it: the pool answers in order. */
    looked: () => Promise.all(Array.from({ length: 20 }, () => accountSummary(db, accountId))),
    async closeDatabase() {
      closed = true
      await db.destroy()
    },
    async [Symbol.asyncDispose]() {
      if (!closed) await fixture[Symbol.asyncDispose]()
    },
  }
}

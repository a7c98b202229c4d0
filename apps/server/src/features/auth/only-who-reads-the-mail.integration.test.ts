import { expect, it } from 'vitest'
import { type IdentitySite, identitySite } from '../../../test/identity-site.ts'
import { findPassword } from '../accounts/accounts-store.ts'

const address = 'ada@example.com'
const runs = 6
const stepsPerRun = 18
const minuteMs = 60_000

/** Two users act on one address; only the reader sees the emails to it. */
interface Person {
  readonly name: 'reader' | 'stranger'
  readonly password: string
  /** The token in their browser. */
  token: string | undefined
  /** The temporary token for a new password. */
  reset: { token: string; otp: string } | undefined
}

it.each(Array.from({ length: runs }, (_, at) => at + 1))(
  'lets only the reader of the mailbox into the verified account, in any order of actions (%i)',
  async (seed) => {
    await using site = await identitySite()
    const random = seeded(seed)
    const people: Person[] = [
      { name: 'reader', password: 'what the reader chose', token: undefined, reset: undefined },
      { name: 'stranger', password: 'what the stranger chose', token: undefined, reset: undefined },
    ]
    const history: string[] = []
    for (let step = 0; step < stepsPerRun; step++) {
      const person = pick(people, random)
      const act = pick(acts, random)
      history.push(`${person.name} ${act.name}`)
      await act(site, person)
      for (const one of people)
        if (one.name === 'stranger')
          expect(await isHolder(site, one), history.join(', ')).toBe(false)
      await site.clock.jump(random() < 0.5 ? minuteMs : 10 * minuteMs)
    }
    const reader = people[0]
    if (reader !== undefined)
      expect(await canStillGetIn(site, reader), history.join(', ')).toBe(true)
  },
)

type Act = (site: IdentitySite, person: Person) => Promise<void>

const acts: Act[] = [registerAgain, verifyWithOwn, verifyElsewhere, logInAgain, forget, choose]

async function registerAgain(site: IdentitySite, person: Person): Promise<void> {
  const answer = await site.register(address, person.password)
  if (answer.status === 201) person.token = answer.token
}

async function verifyWithOwn(site: IdentitySite, person: Person): Promise<void> {
  const browser = person.token === undefined ? {} : { token: person.token }
  take(person, await site.verify(address, await seenBy(site, person), browser))
}

async function verifyElsewhere(site: IdentitySite, person: Person): Promise<void> {
  take(person, await site.verify(address, await seenBy(site, person)))
}

async function logInAgain(site: IdentitySite, person: Person): Promise<void> {
  const answer = await site.login(address, person.password)
  if (answer.status === 200) person.token = answer.token
}

async function forget(site: IdentitySite, person: Person): Promise<void> {
  await site.resend(address, person.token === undefined ? {} : { token: person.token })
  const otp = await seenBy(site, person)
  const answer = await site.verify(address, otp)
  take(person, answer)
  if (answer.status === 200) person.reset = { token: answer.token, otp }
}

async function choose(site: IdentitySite, person: Person): Promise<void> {
  const token = person.reset?.token ?? person.token
  if (token === undefined) return
  const otp = person.reset?.otp ?? (await seenBy(site, person))
  const body = { otp, new_password: person.password }
  await site.call('/api/user/update-password', { method: 'PUT', token, body })
}

/** The code in the mailbox for the reader; a guess for the stranger. */
async function seenBy(site: IdentitySite, { name }: Person): Promise<string> {
  return name === 'reader' ? site.codeOf(address) : '314159'
}

function take(person: Person, answer: { status: number; body: { data?: object } }): void {
  if (answer.status !== 200) return
  const { token } = { token: undefined, ...answer.body.data }
  if (typeof token === 'string') person.token = token
}

/** Whether the user's password or session gives access to the account that has verified the address. */
async function isHolder(site: IdentitySite, person: Person): Promise<boolean> {
  const { db, passwords } = site.server.container.system
  const holder = await findPassword(db, address)
  const opens = await passwords.matches(person.password, holder?.passwordHash)
  if (opens || person.token === undefined) return opens
  const { status, body } = await site.call('/api/refresh', { method: 'GET', token: person.token })
  if (status !== 200) return false
  person.token = String(body.token)
  const details = await site.server.client(person.token).accounts.details()
  return details.email_verified
}

/** Whether, an hour later, the reader can still verify the address and sign in. */
async function canStillGetIn(site: IdentitySite, reader: Person): Promise<boolean> {
  await site.clock.jump(61 * minuteMs)
  const begun = await site.register(address, reader.password)
  await site.clock.jump(minuteMs)
  await site.resend(address)
  const answer = await site.verify(address, await site.codeOf(address), { token: begun.token })
  if (answer.status !== 200) return false
  const otp = await site.codeOf(address)
  const body = { otp, new_password: reader.password }
  await site.call('/api/user/update-password', { method: 'PUT', token: answer.token, body })
  return isHolder(site, reader)
}

function pick<T>(from: readonly T[], random: () => number): T {
  const picked = from[Math.floor(random() * from.length)]
  if (picked === undefined) throw new Error('nothing to pick from')
  return picked
}

/** Mulberry32, so that a failed run can be repeated by its seed. */
function seeded(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

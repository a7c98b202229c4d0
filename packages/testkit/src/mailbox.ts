import { watch } from 'node:fs'
import { mkdir, readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { SignedLetter } from '@gridloom/server/platform/mail/mail'
import PostalMime from 'postal-mime'

/** What of a letter tests look at. */
export type ReceivedLetter = Pick<SignedLetter, 'to' | 'subject' | 'text'>

/** Where a server's letters arrive. */
export interface Mailbox {
  /** Those to one address so far, the oldest first. */
  lettersTo(address: string): Promise<ReceivedLetter[]>
  /** The first letter to an address that satisfies, as soon as it is there. @throws Error when it does not come */
  letter(address: string, satisfies: (letter: ReceivedLetter) => boolean): Promise<ReceivedLetter>
}

/** For letters of servers in this process. */
export interface MemoryMailbox extends Mailbox {
  take(letter: ReceivedLetter): void
}

const waitMsMax = 20_000

/** The newest one-time code of an address, once `count` have come. @throws Error when they do not come */
export async function codeFor(mailbox: Mailbox, address: string, count = 1): Promise<string> {
  const seen = new Set<string>()
  await mailbox.letter(address, ({ text }) => {
    if (codeIn(text) !== undefined) seen.add(text)
    return seen.size >= count
  })
  const codes = (await mailbox.lettersTo(address)).flatMap(({ text }) => codeIn(text) ?? [])
  return codes.at(-1) ?? ''
}

/** The code of a letter: six digits that stand alone, set in (`platform/mail/layout.ts`). */
export function codeIn(text: string): string | undefined {
  return /^ {4}(\d{6})\s*$/m.exec(text)?.[1]
}

const ofDatabases = new Map<string, MemoryMailbox>()

/** One for all servers on one database, as any of them may send what another has queued. */
export function mailboxOf(databaseUrl: string): MemoryMailbox {
  const known = ofDatabases.get(databaseUrl) ?? memoryMailbox()
  ofDatabases.set(databaseUrl, known)
  return known
}

function memoryMailbox(): MemoryMailbox {
  const letters: ReceivedLetter[] = []
  let news = Promise.withResolvers<void>()
  const lettersTo = async (address: string) => letters.filter(({ to }) => isSame(to, address))
  return {
    take(letter) {
      letters.push(letter)
      news.resolve()
      news = Promise.withResolvers()
    },
    lettersTo,
    letter: (address, satisfies) =>
      untilThere({ address, satisfies, lettersTo, news: () => news.promise }),
  }
}

/** The outbox of a server that is a process of its own. */
export function outboxOf(dataFolder: string): Mailbox {
  const folder = path.join(dataFolder, 'outbox')
  const lettersTo = async (address: string) => {
    const names = (await readdir(folder).catch(() => [])).filter((name) =>
      /^[^.].*\.eml$/.test(name),
    )
    const letters = await Promise.all(
      names.sort().map((name) => readLetter(path.join(folder, name))),
    )
    return letters.filter(({ to }) => isSame(to, address))
  }
  return {
    lettersTo,
    async letter(address, satisfies) {
      await mkdir(folder, { recursive: true, mode: 0o700 })
      let news = Promise.withResolvers<void>()
      const watcher = watch(folder, () => {
        news.resolve()
        news = Promise.withResolvers()
      })
      try {
        return await untilThere({ address, satisfies, lettersTo, news: () => news.promise })
      } finally {
        watcher.close()
      }
    },
  }
}

interface Waiting {
  address: string
  satisfies: (letter: ReceivedLetter) => boolean
  lettersTo: Mailbox['lettersTo']
  /** Of the next letter; taken before looking, so that none is missed. */
  news: () => Promise<void>
}

async function untilThere({
  address,
  satisfies,
  lettersTo,
  news,
}: Waiting): Promise<ReceivedLetter> {
  const over = new AbortController()
  const limit = delay(waitMsMax, 'over' as const, { signal: over.signal, ref: false })
  try {
    for (;;) {
      const next = news()
      const found = (await lettersTo(address)).find(satisfies)
      if (found !== undefined) return found
      if ((await Promise.race([next, limit])) === 'over')
        throw new Error(`no such letter came to ${address}`)
    }
  } finally {
    // @NOTE the limit is no longer waited for.
    limit.catch(() => undefined)
    over.abort()
  }
}

async function readLetter(file: string): Promise<ReceivedLetter> {
  const { to, subject = '', text = '' } = await PostalMime.parse(await readFile(file))
  return { to: to?.[0]?.address ?? '', subject, text }
}

function isSame(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase()
}

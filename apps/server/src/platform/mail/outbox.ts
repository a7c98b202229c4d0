import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { Clock } from '@gridloom/async/clock'
import { createTransport } from 'nodemailer'
import { checkEmailMessage, type MailDriver, mimeOf } from './mail.ts'

interface Options {
  /** Created with the first email, readable by its owner alone. */
  folder: string
  clock: Clock
  /** How many emails are kept; ten thousand by default. */
  keep?: number
}

/** Emails that are kept; checked once in so many. */
const emailsKept = 10_000
const lookEvery = 100

/**
 * Writes each email to a file `<time>-<id>.eml` (RFC 5322), which mail programs can open, where no mail server is
 * configured. A file appears whole or not at all. Visitors can cause emails, so the oldest are deleted when there are
 * too many.
 */
export function outboxDriver({ folder, clock, keep = emailsKept }: Options): MailDriver {
  let delivered = 0
  const transport = createTransport({ streamTransport: true, buffer: true, newline: 'windows' })
  return {
    where: folder,
    async deliver(message, signal) {
      checkEmailMessage(message)
      const now = clock.now()
      const { message: mime } = await transport.sendMail({ ...mimeOf(message), date: now, signal })
      const name = `${now.toISOString().replace(/[:.]/g, '-')}-${message.id.slice(0, 12)}.eml`
      const draft = path.join(folder, `.${name}.part`)
      await mkdir(folder, { recursive: true, mode: 0o700 })
      await writeFile(draft, mime, { mode: 0o600 })
      await rename(draft, path.join(folder, name))
      if (delivered % lookEvery === 0) await removeOldest(folder, keep)
      delivered += 1
    },
    async [Symbol.asyncDispose]() {
      transport.close()
    },
  }
}

/** Removes the oldest files; names begin with their time. */
async function removeOldest(folder: string, keep: number): Promise<void> {
  const emails = (await readdir(folder)).filter((name) => name.endsWith('.eml')).sort()
  for (const name of emails.slice(0, Math.max(0, emails.length - keep)))
    await rm(path.join(folder, name), { force: true })
}
